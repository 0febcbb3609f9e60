/** Layout shifts of a page, with the elements that moved. */
import type { Page } from '@playwright/test';

/** A layout shift without recent input (https://web.dev/articles/cls). */
export interface LayoutShift {
  value: number;
  /** The elements that moved, each with its old and its new box. */
  moved: string[];
}

declare global {
  interface Window {
    layoutShifts: LayoutShift[];
  }
}

/** Runs before the page's own scripts. The elements are described at once, because they may be removed later. */
function observe(): void {
  interface LayoutShiftEntry extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
  }
  const describe = (node: Node | null): string => {
    if (!(node instanceof Element)) return node?.parentElement ? `a text in ${describe(node.parentElement)}` : 'a removed element';
    const text = node.textContent?.trim().slice(0, 30) ?? '';
    return `<${node.tagName.toLowerCase()} class="${node.getAttribute('class')?.slice(0, 80) ?? ''}"> “${text}”`;
  };
  const box = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
  window.layoutShifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShiftEntry[]) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(({ node, previousRect, currentRect }) => `${describe(node)} from ${box(previousRect)} to ${box(currentRect)}`);
      window.layoutShifts.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Records the layout shifts of each page that is opened from now on. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(observe);
}

/** Returns the layout shifts since the page was opened. Two frames are waited for, because a shift is reported after its frame. */
export function layoutShifts(page: Page): Promise<LayoutShift[]> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    return window.layoutShifts;
  });
}
