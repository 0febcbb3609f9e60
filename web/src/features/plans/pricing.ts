import type { UserType } from '@twentyfour/core';
import * as messages from '../../messages/pricing.ts';

/** The texts of a pricing plan. */
export interface Plan {
  name: string;
  /** The price per month, with its currency. */
  price: string;
  includes: readonly string[];
}

/** Returns the plans. The landing page is built from the same texts (`build/plan-parts.ts`). */
export const plans = (): Readonly<Record<UserType, Plan>> => ({
  basic: {
    name: messages.basicName(),
    price: messages.basicPrice(),
    includes: [messages.basicProjects(), messages.basicTimeTracking(), messages.basicBoards()],
  },
  pro: {
    name: messages.proName(),
    price: messages.proPrice(),
    includes: [messages.proProjects(), messages.proAnalytics(), messages.proBackgrounds(), messages.proUploads()],
  },
});

/** The plan with the badge "Recommended". */
export const RECOMMENDED: UserType = 'pro';
