/** Keeps a sheet above the on-screen keyboard where that covers the page instead of resizing it, as on iOS. */
export function keepAboveKeyboard(sheet: HTMLElement): void {
  const viewport = window.visualViewport;
  if (!viewport) return;
  const watching = new AbortController();
  const place = () => {
    if (!sheet.isConnected) return watching.abort();
    // A zoomed page shows less of itself, too.
    const covered = viewport.scale === 1 ? Math.max(Math.round(innerHeight - viewport.height - viewport.offsetTop), 0) : 0;
    sheet.style.marginBottom = covered > 0 ? `${covered}px` : '';
    sheet.style.maxHeight = covered > 0 ? `calc(92dvh - ${covered}px)` : '';
    return undefined;
  };
  for (const type of ['resize', 'scroll']) viewport.addEventListener(type, place, { signal: watching.signal });
  place();
}
