"""Pages on which nothing moves or fades: no test looks at the frames in between, each of which a processor draws."""

from typing import Final

NO_MOTION: Final = """(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*, *::before, *::after {
    animation-duration: 1ms !important; animation-delay: 0s !important; animation-iteration-count: 1 !important;
    transition: none !important;
  }
  [data-stale=true] { opacity: 1 !important; }`);
  document.adoptedStyleSheets.push(sheet);
})()"""
"""Run this in each new document. Streamlit fades parts of a page while its script runs; without that, the page is drawn
once, not twice. Animations end at once, since scripts may wait for their end."""
