import type { UserType } from '@twentyfour/core';
import texts from './plans.json';

/** The texts of a pricing plan. */
interface Plan {
  name: string;
  /** The price per month, with its currency. */
  price: string;
  includes: readonly string[];
}

/** The plans. The landing page is built from the same file (`build/plan-parts.ts`). */
export const PLANS: Readonly<Record<UserType, Plan>> = texts;

/** The plan with the badge "Recommended". */
export const RECOMMENDED: UserType = 'pro';

/** The page that shows the plans. */
export const PLANS_PATH = '/app/settings?section=subscription';
