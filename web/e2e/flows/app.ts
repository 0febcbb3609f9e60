/** The app in one browser, used like a user does: elements are found by their names, and used with a pointer and a keyboard. */
import { setTimeout } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { Driver, Key, Modifier } from './driver';
import { FINDER, type Target, describeTarget, serialize } from './finder';

/** How long evaluating may fail because the page is navigating, in milliseconds. */
const NAVIGATION_TIMEOUT_MS = 10_000;

/** The pause before evaluating again, in milliseconds. */
const RETRY_PAUSE_MS = 50;

/** The point at which an element can be pressed, or the reason why it cannot be yet. */
type ClickPoint = { x: number; y: number; width: number; height: number } | { problem: string };

export class App {
  constructor(private readonly driver: Driver) {}

  goto(path: string): Promise<void> {
    return this.driver.goto(path);
  }

  reload(): Promise<void> {
    return this.driver.reload();
  }

  /** Returns the value of a JavaScript expression in the page. */
  evaluate<T>(expression: string): Promise<T> {
    return this.driver.evaluate(expression);
  }

  /** Presses the element as soon as it is visible, enabled, not moving and not covered; again if it moves before it is pressed. */
  async click(target: Target): Promise<void> {
    const press = async () => {
      const { x, y } = await this.waitForClickPoint(target);
      await this.driver.movePointer(x, y);
      await this.inPage(`finder.watchPress(${serialize(target)})`);
      await this.driver.pressPointer();
      await this.driver.releasePointer();
      return this.inPage<string | null>('finder.takePressProblem()');
    };
    await expect.poll(press, { message: `the press of ${describeTarget(target)}` }).toBeNull();
  }

  /** Replaces the text of a field. */
  async fill(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.find(target, 'element.select()');
    await this.driver.type(text);
    await expect.poll(() => this.value(target), { message: describeTarget(target) }).toBe(text);
  }

  /** Presses a key, while a modifier is held down if there is one. */
  press(key: Key, modifier?: Modifier): Promise<void> {
    return modifier ? this.driver.pressKeyWith(modifier, key) : this.driver.pressKey(key);
  }

  type(text: string): Promise<void> {
    return this.driver.type(text);
  }

  /** Drags one element onto the middle of another, in small steps. */
  async drag(from: Target, to: Target): Promise<void> {
    const start = await this.waitForClickPoint(from);
    await this.driver.movePointer(start.x, start.y);
    await this.driver.pressPointer();
    await this.driver.movePointer(start.x + 8, start.y + 8);
    const end = await this.waitForClickPoint(to, false);
    const STEPS = 10;
    for (let step = 1; step <= STEPS; step += 1) {
      await this.driver.movePointer(start.x + ((end.x - start.x) * step) / STEPS, start.y + ((end.y - start.y) * step) / STEPS);
    }
    await this.driver.releasePointer();
  }

  /** Returns the number of visible elements. */
  count(target: Target): Promise<number> {
    return this.inPage(`finder.all(${serialize(target)}).length`);
  }

  async expectVisible(target: Target): Promise<void> {
    await expect.poll(() => this.count(target), { message: `${describeTarget(target)} is visible` }).toBe(1);
  }

  async expectNone(target: Target): Promise<void> {
    await expect.poll(() => this.count(target), { message: `${describeTarget(target)} is not there` }).toBe(0);
  }

  async expectText(target: Target, text: string | RegExp): Promise<void> {
    const matched = typeof text === 'string' ? new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`) : text;
    await expect.poll(() => this.find<string>(target, 'element.textContent.trim()'), { message: describeTarget(target) }).toMatch(matched);
  }

  async expectValue(target: Target, value: string): Promise<void> {
    await expect.poll(() => this.value(target), { message: describeTarget(target) }).toBe(value);
  }

  async expectPath(path: RegExp): Promise<void> {
    await expect.poll(() => this.evaluate<string>('location.pathname + location.search')).toMatch(path);
  }

  /** Returns the text of a field; an empty text while it does not exist. */
  value(target: Target): Promise<string> {
    return this.find<string>(target, 'element.value');
  }

  /** Evaluates an expression with `element` as the target; returns an empty text while it does not exist. */
  private find<T>(target: Target, expression: string): Promise<T | ''> {
    return this.inPage(`(() => { const [element] = finder.all(${serialize(target)}); return element ? ${expression} ?? null : ''; })()`);
  }

  /** Waits until an element can be pressed, and returns the point to press. */
  private async waitForClickPoint(target: Target, isPressed = true): Promise<{ x: number; y: number }> {
    let clickPoint: ClickPoint = { problem: 'not looked for yet' };
    const look = async () => {
      const before = JSON.stringify(clickPoint);
      clickPoint = await this.inPage<ClickPoint>(`finder.spot(${serialize(target)}, ${isPressed})`);
      if ('problem' in clickPoint) return clickPoint.problem;
      return before === JSON.stringify(clickPoint) ? 'ready' : 'it moves';
    };
    await expect.poll(look, { message: describeTarget(target), intervals: [50] }).toBe('ready');
    return clickPoint as unknown as { x: number; y: number };
  }

  /** Evaluates an expression that uses `finder`, which is added first if the page has been reloaded. */
  private async inPage<T>(expression: string): Promise<T> {
    const guarded = `'finder' in globalThis ? Promise.resolve(${expression}).then((value) => ({ value })) : null`;
    const deadline = performance.now() + NAVIGATION_TIMEOUT_MS;
    let last: unknown = new Error('The finder could not be added to the page.');
    while (performance.now() < deadline) {
      try {
        const result = await this.driver.evaluate<{ value: T } | null>(`(${guarded})`);
        if (result) return result.value;
        await this.driver.evaluate(FINDER);
      } catch (error) {
        if (!isFromNavigation(error)) throw error;
        last = error;
        await setTimeout(RETRY_PAUSE_MS);
      }
    }
    throw last;
  }
}

/**
 * Returns whether an error comes from a page that is navigating: it cannot evaluate anything, but the next page can.
 */
function isFromNavigation(error: unknown): boolean {
  return /context|navigat|realm|destroyed|detached|discarded|frame/i.test(String(error));
}
