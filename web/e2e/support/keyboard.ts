/** A user who has a keyboard only, and sees where the focus is after each key, apart from the stops of Tab on the way to an element. */
import { type Locator, type Page, expect } from '@playwright/test';

/** The most presses of Tab to reach an element, more than any page of the tests needs. */
const MAX_TABS = 150;

/** Events that only a pointer causes. A key that presses a button causes a click, but none of these. */
const POINTER_EVENTS = ['pointerdown', 'pointermove', 'mousedown', 'touchstart', 'wheel'];

export class Keyboard {
  private readonly pointerEvents: string[] = [];

  private constructor(private readonly page: Page) {}

  /** Watches the pages that are opened from now on for events of a pointer. */
  static async watch(page: Page): Promise<Keyboard> {
    const keyboard = new Keyboard(page);
    await page.exposeFunction('reportPointerEvent', (event: string) => keyboard.pointerEvents.push(event));
    await page.addInitScript((types) => {
      const { reportPointerEvent } = window as unknown as { reportPointerEvent: (event: string) => void };
      const report = (event: Event) => event.isTrusted && reportPointerEvent(`${event.type} at ${location.pathname}`);
      for (const type of types) addEventListener(type, report, { capture: true, passive: true });
    }, POINTER_EVENTS);
    return keyboard;
  }

  /** Presses keys one after another, each as soon as the focus is visible. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      await this.expectVisibleFocus(key);
    }
  }

  /** Types into the element with the focus. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    await this.expectVisibleFocus(text);
  }

  /** Presses Tab, or Shift+Tab, until an element has the focus. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(target).toBeVisible();
    const hasFocus = () => target.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < MAX_TABS && !(await hasFocus()); presses += 1) {
      await this.page.keyboard.press(key);
      // The stops on the way are not checked. After the last element of the page, it is a control of the browser.
    }
    await this.expectFocus(target);
  }

  /** Waits until an element has the focus, which must be visible. */
  async expectFocus(target: Locator): Promise<void> {
    await expect(target).toBeFocused();
    await this.expectVisibleFocus(String(target));
  }

  /** Checks that no pointer was used. */
  expectNoPointer(): void {
    expect(this.pointerEvents, 'no pointer was used').toEqual([]);
  }

  /** Waits until an element in the window has the focus and shows it. */
  private async expectVisibleFocus(after: string): Promise<void> {
    await expect.poll(() => this.page.evaluate(focusProblem).catch(String), `the focus after ${after}`).toBeNull();
  }
}

/** Returns why the focus cannot be seen; null if it can. Runs in the page. */
function focusProblem(): string | null {
  const element = document.activeElement;
  if (!element || element === document.body) return 'nothing has the focus';
  const name = element.outerHTML.slice(0, 160);
  if (!element.matches(':focus-visible')) return `no focus is shown: ${name}`;
  const { top, left, bottom, right, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0 || bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) return `it is out of view: ${name}`;
  // Links of rows have their ring around the row.
  const styles = [getComputedStyle(element), getComputedStyle(element, '::after')];
  if (styles.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px')) return null;
  // A page that was opened, or a dialog, has the focus itself at first. Neither has a ring around everything.
  if (element.matches('#content, [role="dialog"]')) return null;
  // Text fields have a caret, and the focused item of a menu another background.
  const TEXT_FIELD = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, [contenteditable]';
  return element.matches(`${TEXT_FIELD}, [role="menuitem"]`) ? null : `no ring: ${name}`;
}
