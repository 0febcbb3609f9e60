import type { UserType } from '@twentyfour/core';

/** A plan as people are told of it (specification: pricing). */
export interface Plan {
  name: string;
  /** Dollars a month. */
  price: number;
  includes: readonly string[];
}

export const PLANS: Readonly<Record<UserType, Plan>> = {
  basic: {
    name: 'Basic',
    price: 0,
    includes: ['Up to 5 projects', 'Basic time tracking', 'Simple Kanban boards'],
  },
  pro: {
    name: 'Pro',
    price: 3,
    includes: [
      'Unlimited projects',
      'Advanced time analytics: the heatmap, and time by label',
      'Customizable backgrounds',
      'Upload your own images',
    ],
  },
};

/** Where the plan is told of and changed. */
export const SUBSCRIPTION = '/app/settings?section=subscription';
