/** Accessibility checks with axe. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** Returns the page's accessibility violations, except for the given rules. */
export async function violationsOf(page: Page, disabledRules: string[] = []): Promise<Violations> {
  // Running animations and transitions would give wrong contrasts, so they are awaited.
  await page.evaluate(async () => {
    const ends = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
      .map((animation) => animation.finished.catch(() => undefined));
    await Promise.race([Promise.all(ends), new Promise((done) => setTimeout(done, 2000))]);
  });
  return (await new AxeBuilder({ page }).disableRules(disabledRules).analyze()).violations;
}
