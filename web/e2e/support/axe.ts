/** What axe finds in a page: faults that some people cannot use it for. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** The faults of a page as it stands, but for those of the rules named. */
export async function violationsOf(page: Page, unruled: string[] = []): Promise<Violations> {
  // What is still coming into sight, or changing its colour, has the contrast of that moment only.
  await page.evaluate(async () => {
    const ends = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
      .map((animation) => animation.finished.catch(() => undefined));
    await Promise.race([Promise.all(ends), new Promise((done) => setTimeout(done, 2000))]);
  });
  return (await new AxeBuilder({ page }).disableRules(unruled).analyze()).violations;
}
