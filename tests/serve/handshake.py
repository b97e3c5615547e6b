"""Requests as no browser would send them: with any Host and Origin, over a socket of their own."""

import http.client
import socket
import ssl
from contextlib import closing
from urllib.parse import urlsplit

KEY = "dGhlIHNhbXBsZSBub25jZQ=="
HERE = "127.0.0.1"


def any_certificate() -> ssl.SSLContext:
    """Trusts each, since those of proxies in tests are of their own making."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    return trusting


def opened(url: str) -> socket.socket:
    """A connection to a server on this computer, whatever name its address has; over TLS where that says https."""
    parts = urlsplit(url)
    plain = socket.create_connection((HERE, parts.port or 80), timeout=30)
    return any_certificate().wrap_socket(plain, server_hostname=parts.hostname) if parts.scheme == "https" else plain


def get(url: str, path: str, host: str | None, method: str = "GET") -> tuple[int, str, http.client.HTTPMessage]:
    """Return status, text and headers; `host` None: no Host header at all."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port or 80, timeout=30)
    with closing(connection):  # also of a server that does not answer in time
        connection.sock = opened(url)
        connection.putrequest(method, path, skip_host=True)
        if host is not None:
            connection.putheader("Host", host)
        connection.endheaders()
        response = connection.getresponse()
        text = response.read().decode(errors="replace")
    return response.status, text, response.headers


def shake(url: str, host: str, origin: str | None) -> tuple[int, str]:
    """Ask for the app's WebSocket; return the status of the answer, 101 where it opens, and the answer itself."""
    lines = [
        "GET /_stcore/stream HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade",
        f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: streamlit",
        *([f"Origin: {origin}"] if origin is not None else []), "", "",
    ]  # fmt: skip
    with opened(url) as connection:
        connection.sendall("\r\n".join(lines).encode())
        answer = b""
        while b"\r\n\r\n" not in answer or (b" 101 " not in answer[:20] and b"\n" not in answer.split(b"\r\n\r\n")[1]):
            received = connection.recv(65536)
            if not received:
                break
            answer += received
    text = answer.decode(errors="replace")
    return int(text.split(" ")[1]), text
