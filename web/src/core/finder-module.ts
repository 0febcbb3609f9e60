/** The finder's package. Because of its top-level await, `finder.ts` imports it dynamically. */
export { Finder, later_days, quick_add, rank, terms } from '@twentyfour/core/finder';
