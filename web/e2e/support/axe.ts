/** Accessibility checks with axe. */
import type { Page } from '@playwright/test';
import axe, { type Result } from 'axe-core';

/**
 * Returns the page's accessibility violations, except for the given rules. Axe runs in the page itself, because its
 * package for Playwright opens a second page for every check, which takes ten times as long. It would only be needed for
 * frames, and the app has none.
 */
export async function violationsOf(page: Page, disabledRules: string[] = []): Promise<Result[]> {
  // Running animations and transitions would give wrong contrasts, so they are awaited.
  await page.evaluate(async () => {
    const ends = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
      .map((animation) => animation.finished.catch(() => undefined));
    await Promise.race([Promise.all(ends), new Promise((done) => setTimeout(done, 2000))]);
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (disabled) => {
    if (document.querySelector('iframe')) throw new Error('Axe does not look into frames here.');
    const rules = Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]));
    // The global is set by the script above.
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'], rules });
    return violations;
  }, disabledRules);
}
