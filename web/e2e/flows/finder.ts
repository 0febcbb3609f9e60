/** Finds elements in any browser by role and accessible name. It runs in the page, on the pinned DOM Testing Library. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** An element of the page: by its role and name, or by a selector and the full text of something in it. */
export type Target = (
  | { role: string; name?: string | RegExp }
  | { css: string; containing?: string }
) & { inside?: Target };

export const role = (wanted: string, name?: string | RegExp, inside?: Target): Target => ({
  role: wanted,
  ...(name === undefined ? {} : { name }),
  ...(inside ? { inside } : {}),
});

export const css = (selector: string, containing?: string, inside?: Target): Target => ({
  css: selector,
  ...(containing === undefined ? {} : { containing }),
  ...(inside ? { inside } : {}),
});

/** The JavaScript literal of a target. */
export function serialize(target: Target): string {
  const entries = Object.entries(target).map(([key, value]) => {
    const text = value instanceof RegExp ? String(value) : typeof value === 'object' ? serialize(value) : JSON.stringify(value);
    return `${key}: ${text}`;
  });
  return `{ ${entries.join(', ')} }`;
}

/** Names a target in the message of a failure. */
export function describeTarget(target: Target): string {
  const own = 'role' in target ? `${target.role} ${target.name ?? ''}` : `${target.css} ${target.containing ?? ''}`;
  return target.inside ? `${own.trim()} inside ${describeTarget(target.inside)}` : own.trim();
}

const library = readFileSync(createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'), 'utf8');

/** An expression that adds `finder` to the page. */
export const FINDER = `(() => {
  ${library}
  const library = globalThis.TestingLibraryDom;
  const isVisible = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
  const all = (target) => {
    const roots = target.inside ? all(target.inside) : [document.body];
    return roots.flatMap((root) => {
      if (target.role !== undefined) return library.queryAllByRole(root, target.role, { name: target.name });
      const matches = [...root.querySelectorAll(target.css)];
      const { containing } = target;
      return containing === undefined ? matches : matches.filter((element) => library.queryAllByText(element, containing).length > 0);
    }).filter(isVisible);
  };
  /** Returns whether a press of a node presses the element, or its label. */
  const presses = (node, element) => element.contains(node) || element.labels?.[0]?.contains(node);
  const spot = (target, isPressed) => {
    const elements = all(target);
    if (elements.length !== 1) return { problem: elements.length + ' elements' };
    const [element] = elements;
    if (isPressed && (element.disabled || element.getAttribute('aria-disabled') === 'true')) return { problem: 'it is disabled' };
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y);
    if (isPressed && !presses(hit, element)) return { problem: 'it is covered by ' + (hit?.outerHTML.slice(0, 120) ?? 'nothing') };
    return { x, y, width, height };
  };
  const PRESS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
  const NO_EVENT = 'the page has received no event';
  const NO_CLICK = 'the element has received no click';
  let problem = null;
  let watched = new AbortController();
  /**
   * Blocks the next press unless it is on the element, which may have moved. An element that is replaced during the press receives
   * no click.
   */
  const watchPress = (target) => {
    problem = NO_EVENT;
    watched.abort();
    watched = new AbortController();
    const [element] = all(target);
    const check = (event) => {
      const isOnElement = element && presses(event.target, element);
      if (event.type === 'pointerdown') problem = isOnElement ? NO_CLICK : 'it is on ' + event.target.outerHTML.slice(0, 120);
      if (event.type === 'click' && problem === NO_CLICK && isOnElement) problem = null;
      if (problem === null || problem === NO_CLICK) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    for (const type of PRESS) addEventListener(type, check, { capture: true, signal: watched.signal });
    return true;
  };
  /** Resolves to what is wrong with the watched press, whose events may still arrive; to null if the page has been opened after it. */
  const takePressProblem = async () => {
    for (let wait = 0; wait < 10 && (problem === NO_EVENT || problem === NO_CLICK); wait++) await new Promise((resolve) => setTimeout(resolve, 50));
    watched.abort();
    return problem;
  };
  globalThis.finder = { all, spot, watchPress, takePressProblem };
  return true;
})()`;
