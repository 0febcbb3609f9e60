/** Keeps a sheet above the on-screen keyboard where that covers the page instead of resizing it, as on iOS. */
export function keepAboveKeyboard(sheet: HTMLElement): void {
  const viewport = window.visualViewport;
  if (!viewport) return;
  const watching = new AbortController();
  let hidden = 0;
  const place = () => {
    if (!sheet.isConnected) return watching.abort();
    const before = hidden;
    // A zoomed page shows less of itself, too.
    hidden = viewport.scale === 1 ? Math.max(Math.round(innerHeight - viewport.height), 0) : 0;
    // The browser may have scrolled the page up, so that the keyboard covers less of it.
    const covered = Math.max(hidden - Math.round(viewport.offsetTop), 0);
    sheet.style.marginBottom = covered > 0 ? `${covered}px` : '';
    sheet.style.maxHeight = hidden > 0 ? `calc(92dvh - ${hidden}px)` : '';
    // The field that has opened the keyboard may be below what the lower sheet shows of its content.
    if (hidden > before && sheet.contains(document.activeElement)) document.activeElement?.scrollIntoView({ block: 'nearest' });
    return undefined;
  };
  for (const type of ['resize', 'scroll']) viewport.addEventListener(type, place, { signal: watching.signal });
  place();
}
