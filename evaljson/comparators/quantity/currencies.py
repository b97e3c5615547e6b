"""What signs, codes and words of currencies stand for.

A sign may stand for several currencies: "$" for any dollar, "kr" for any krone. ISO 4217 codes are those in use.
"""

# ruff: noqa: RUF001 - the signs are meant

from __future__ import annotations

_ISO_CODES = """
AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
CLF CLP CNH CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD
HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD
MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG
QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS
UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG
"""
ISO = frozenset(_ISO_CODES.split())
_DOLLARS = "USD AUD BBD BMD BND BSD BZD CAD FJD GYD HKD JMD KYD LRD NAD NZD SBD SGD SRD TTD TWD XCD"
_PESOS = "ARS CLP COP CUP DOP MXN UYU"
_SIGNS = {
    "$": f"{_DOLLARS} {_PESOS}", "dollar": _DOLLARS, "dollars": _DOLLARS, "peso": f"{_PESOS} PHP",
    "pesos": f"{_PESOS} PHP",
    "us$": "USD", "u.s.$": "USD", "$us": "USD", "usd$": "USD", "a$": "AUD", "au$": "AUD", "c$": "CAD", "ca$": "CAD",
    "can$": "CAD", "nz$": "NZD", "hk$": "HKD", "s$": "SGD", "sg$": "SGD", "nt$": "TWD", "mx$": "MXN", "r$": "BRL",
    "€": "EUR", "euro": "EUR", "euros": "EUR", "eur.": "EUR", "ευρώ": "EUR", "евро": "EUR",
    "£": "GBP EGP FKP GIP LBP SHP SYP", "pound": "GBP EGP", "pounds": "GBP EGP", "sterling": "GBP",
    "¥": "JPY CNY CNH", "円": "JPY", "yen": "JPY", "元": "CNY CNH", "rmb": "CNY CNH", "yuan": "CNY CNH", "원": "KRW",
    "₩": "KRW KPW", "won": "KRW KPW", "₹": "INR", "rs": "INR PKR LKR NPR MUR SCR", "rs.": "INR PKR LKR NPR MUR SCR",
    "₨": "INR PKR LKR NPR MUR SCR", "rupee": "INR PKR LKR NPR MUR SCR", "rupees": "INR PKR LKR NPR MUR SCR",
    "/-": "INR PKR LKR NPR MUR SCR", "fr": "CHF XAF XOF XPF", "fr.": "CHF XAF XOF XPF", "sfr": "CHF", "sfr.": "CHF",
    "franken": "CHF", "kr": "SEK NOK DKK ISK", "kr.": "SEK NOK DKK ISK", "zł": "PLN", "zl": "PLN", "kč": "CZK",
    "kc": "CZK", "ft": "HUF", "₽": "RUB", "руб": "RUB BYN", "руб.": "RUB BYN", "р.": "RUB BYN", "₴": "UAH",
    "грн": "UAH", "грн.": "UAH", "лв": "BGN", "лв.": "BGN", "lei": "RON MDL", "₺": "TRY", "tl": "TRY", "₪": "ILS",
    "nis": "ILS", "฿": "THB", "baht": "THB", "₫": "VND", "đ": "VND", "₦": "NGN", "₱": "PHP", "₡": "CRC", "₲": "PYG",
    "₸": "KZT", "₼": "AZN", "₾": "GEL", "₵": "GHS", "gh₵": "GHS", "₭": "LAK", "₮": "MNT", "rm": "MYR", "rp": "IDR",
    "rp.": "IDR", "r": "ZAR", "s/": "PEN", "s/.": "PEN", "د.إ": "AED", "dh": "AED MAD", "dhs": "AED", "ر.س": "SAR",
    "sr": "SAR",
    "﷼": "SAR IRR OMR QAR YER", "ج.م": "EGP", "ksh": "KES",
}  # fmt: skip


def currencies_of(token: str) -> frozenset[str] | None:
    """Return the ISO codes that a sign, code or word may mean; None if it is not a currency."""
    if token.upper() in ISO:
        return frozenset({token.upper()})
    codes = _SIGNS.get(token.casefold())
    if codes is not None:
        return frozenset(codes.split())
    first, second = (token[:3], token[3:]) if token[:3].upper() in ISO else (token[:-3], token[-3:])
    if len(token) == 4 and {first.upper(), second.upper()} & ISO and {first, second} & _SIGNS.keys():
        return (currencies_of(first) or frozenset()) & (currencies_of(second) or frozenset()) or None
    return None
