/** The tab's icon. While the timer runs, its ring of 24 ticks shows the remaining share of the phase. */

const TICKS = 24;
/** The colors of the icon's background and of its lit and unlit ticks, as in `favicon.svg`. */
const COLORS = { ground: '#0b0f14', lit: '#5cc261', dim: '#3a434d' };

/** The href of the icon in the HTML; null until it is first replaced. */
let defaultHref: string | null = null;
let shownTicks: number | null = null;

/** Returns the number of lit ticks for a share from 0 to 1. The last tick stays lit until the very end. */
export function litTickCount(share: number): number {
  return Math.min(TICKS, Math.max(0, Math.ceil(share * TICKS)));
}

/** Lights this many ticks of the ring, clockwise from the top; null restores the page's own icon. */
export function setFaviconTicks(lit: number | null): void {
  if (lit === shownTicks) return;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  defaultHref ??= link.href;
  shownTicks = lit;
  link.href = lit === null ? defaultHref : `data:image/svg+xml,${encodeURIComponent(ring(lit))}`;
}

function ring(lit: number): string {
  const tick = (index: number) => {
    const color = index < lit ? COLORS.lit : COLORS.dim;
    const angle = (index * 360) / TICKS;
    return `<path d="M32 14V5" stroke="${color}" transform="rotate(${angle} 32 32)"/>`;
  };
  const ticks = Array.from({ length: TICKS }, (_, index) => tick(index)).join('');
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" stroke-width="4.4" stroke-linecap="round">' +
    `<rect width="64" height="64" rx="14" fill="${COLORS.ground}"/>${ticks}</svg>`
  );
}
