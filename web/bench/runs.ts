/** Shared helpers of the browser benchmarks. */
import type { Page } from '@playwright/test';

/** The timeout of every wait, in milliseconds. */
const LIMIT = 120_000;

/** Parses comma-separated numbers. */
export function numbers(text: string | undefined, otherwise: number[]): number[] {
  return text ? text.split(',').map(Number) : otherwise;
}

/** The distribution of measured times, in milliseconds. */
export interface Spread {
  p50: number;
  p95: number;
  worst: number;
}

export function summary(times: number[]): Spread {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), worst: at(1) };
}

/** Returns the median of each number, also in nested objects. */
export function median<T>(runs: T[]): T {
  if (typeof runs[0] === 'number') return (runs as number[]).toSorted((one, other) => one - other)[runs.length >> 1] as T;
  const keys = Object.keys(runs[0] as object) as (keyof T)[];
  return Object.fromEntries(keys.map((key) => [key, median(runs.map((run) => run[key]))])) as T;
}

/** Waits until the page returns a number other than zero. */
export async function until(page: Page, read: () => Promise<number>): Promise<number> {
  const limit = Date.now() + LIMIT;
  while (Date.now() < limit) {
    const value = await read();
    if (value > 0) return value;
    await page.waitForTimeout(50);
  }
  throw new Error('Timed out waiting for the page.');
}
