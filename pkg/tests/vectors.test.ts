// @vitest-environment node
/**
 * Runs the core's test vectors in the built package. The core's own tests run the same files natively, so both builds
 * must produce the same bytes. `core-wasm/tests/vectors.rs` describes the format.
 */
import { readFileSync, readdirSync } from 'node:fs';
import type { Intent } from '@twentyfour/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LIMIT, settled, FakeBrowser } from '../../web/src/testing/fake-browser';

type Input =
  | { type: 'intent'; intent: Intent }
  | { type: 'answer'; request: string; status?: number; body: unknown }
  | { type: 'alarm'; alarm: string }
  | { type: 'stored_elsewhere'; key: string; value: string | null }
  | { type: 'socket_text'; message: unknown }
  | { type: 'socket_closed'; code: number }
  | { type: 'woken' | 'socket_opened' | 'reload' };

interface Step {
  now: number;
  input: Input;
  expected: Record<'rejection' | 'patches' | 'effects' | 'requests' | 'stored' | 'live' | 'told' | 'log', unknown> & {
    kept: [key: string, text: string | null][];
    forgotten: string[];
    alarms: [alarm: string, after: number | null][];
  };
}

interface Vector {
  about: string;
  seed: number;
  utc_offset: number;
  stored: Record<string, string>;
  steps: Step[];
  snapshot: unknown;
}

const folder = new URL('../../core-wasm/vectors/', import.meta.url);
const vectors = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name): [string, Vector] => [name, JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Vector]);

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Compares as text, so that the order of fields and the format of numbers matter. */
function expectSame(step: string, actual: unknown, wanted: unknown): void {
  expect(JSON.stringify(actual), step).toBe(JSON.stringify(wanted));
}

describe('the vectors', () => {
  test('the vector files exist', () => expect(vectors.length).toBeGreaterThanOrEqual(9));

  test.each(vectors)('%s gives the same to the byte', async (_, vector) => {
    const browser = new FakeBrowser({ page: 'fake' });
    browser.utcOffset = vector.utc_offset;
    browser.seed = BigInt(vector.seed);
    for (const [key, value] of Object.entries(vector.stored)) browser.stored.set(key, value);
    browser.openPage();
    /** The timers by alarm. The core always sets them in this order. */
    const alarms = new Map<string, (typeof browser.timers)[number]>();
    const kept = new Map<string, string>();
    await settled();

    for (const [index, { now, input, expected }] of vector.steps.entries()) {
      const step = `step ${index}: ${JSON.stringify(input)}`;
      browser.now = now;
      browser.take();
      let rejection: unknown = null;
      if (input.type === 'intent') rejection = browser.core.dispatch(input.intent);
      else if (input.type === 'answer') await browser.respond(input.request, input.status, input.body);
      else if (input.type === 'stored_elsewhere') browser.storeElsewhere(input.key, input.value);
      else if (input.type === 'woken') browser.wake();
      else if (input.type === 'socket_opened') browser.connection?.onopen?.();
      else if (input.type === 'socket_text') browser.connection?.onmessage?.({ data: JSON.stringify(input.message) });
      else if (input.type === 'socket_closed') browser.connection?.onclose?.({ code: input.code });
      else if (input.type === 'alarm') await browser.ring(alarms.get(input.alarm)!);
      else {
        browser.closePage();
        expect(browser.timers.filter((timer) => timer.delay !== LIMIT)).toEqual([]);
        browser.openPage();
      }
      await settled();

      const { patches, effects, requests, stored, live, broadcasts, log, timers } = browser.take();
      if (input.type === 'reload') continue;
      expectSame(step, rejection, expected.rejection);
      expectSame(step, patches, expected.patches);
      expectSame(step, effects, expected.effects);
      expectSame(step, requests, expected.requests);
      expectSame(step, stored, expected.stored);
      expectSame(step, live, expected.live);
      expectSame(step, broadcasts, expected.told);
      expectSame(step, log, expected.log);
      for (const [key, text] of expected.kept) {
        if (text === null) kept.delete(key);
        else kept.set(key, text);
      }
      for (const prefix of expected.forgotten) {
        for (const key of [...kept.keys()].filter((key) => key.startsWith(prefix))) kept.delete(key);
      }
      const set = timers.filter((timer) => timer.delay !== LIMIT);
      const wanted = expected.alarms.filter(([, after]) => after !== null && after !== LIMIT);
      expectSame(step, set.map((timer) => timer.delay), wanted.map(([, after]) => after));
      for (const [place, [alarm]] of wanted.entries()) alarms.set(alarm, set[place]!);
      for (const [alarm, after] of expected.alarms) {
        if (after === null && alarms.has(alarm)) expect(browser.timers, step).not.toContain(alarms.get(alarm));
      }
    }
    expect(browser.core.snapshot()).toBe(JSON.stringify(vector.snapshot));
    browser.closePage();
    // IndexedDB lists its keys in order.
    const ordered = [...kept].sort(([one], [other]) => (one < other ? -1 : 1));
    if (kept.size > 0) expect(await browser.readIndexedDb()).toEqual(ordered);
  });
});
