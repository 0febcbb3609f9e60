import { isMotionReduced } from '../../platform/motion';
import type { Setting } from './settingsIndex';

/** How long to wait for the rows of a section that is being loaded. */
const MAX_WAIT_MS = 5_000;

const HIGHLIGHT_MS = 1_600;

/** The elements in a row that can get the focus. */
const FOCUSABLE = 'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), [tabindex="-1"]';

/** The search for a row that is going on. */
let stopWaiting = (): void => undefined;

/** Returns the element of a row, or of its group if the row is not shown now. */
function rowElement({ label, group }: Setting): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  // A group may have the same title as a row, such as one of the parts of the profile.
  return rows.findLast(({ dataset }) => dataset.row === label) ?? rows.find(({ dataset }) => dataset.row === group);
}

function highlight(row: HTMLElement): void {
  const color = 'color-mix(in srgb, var(--accent) 18%, transparent)';
  const marked = { backgroundColor: color, boxShadow: `0 0 0 6px ${color}` };
  const end = isMotionReduced() ? marked : { backgroundColor: 'transparent', boxShadow: '0 0 0 6px transparent' };
  row.animate([{ ...marked, borderRadius: '2px' }, { ...marked, borderRadius: '2px', offset: 0.5 }, { ...end, borderRadius: '2px' }], HIGHLIGHT_MS);
}

function reveal(row: HTMLElement): void {
  row.scrollIntoView({ block: 'center', behavior: isMotionReduced() ? 'instant' : 'smooth' });
  row.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true });
  highlight(row);
}

/** Scrolls to the row of a setting, focuses its field, and highlights it once, as soon as its section is rendered. */
export function showSetting(setting: Setting): void {
  stopWaiting();
  const tryToReveal = (): boolean => {
    // Until the section is rendered, the one before is shown, which may have a row of the same name.
    const row = document.getElementById('section-title')?.dataset.section === setting.section ? rowElement(setting) : undefined;
    if (row) reveal(row);
    return row !== undefined;
  };
  if (tryToReveal()) return;
  const observer = new MutationObserver(() => tryToReveal() && stopWaiting());
  const timeout = setTimeout(() => stopWaiting(), MAX_WAIT_MS);
  stopWaiting = () => {
    observer.disconnect();
    clearTimeout(timeout);
  };
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-section'] });
}
