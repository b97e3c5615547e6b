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
"""To be run in each new document. What is drawn anew with each run of a script is not paled meanwhile, which would draw
all of the page twice. Animations end at once, since scripts may wait for their end."""
