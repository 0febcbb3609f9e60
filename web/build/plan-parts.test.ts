// @vitest-environment node
import { expect, it } from 'vitest';
import { plans } from '../src/features/plans/pricing.ts';
import { pageOf } from './site-pages.ts';

it('the app has the plan texts of the specification', () => {
  expect(plans()).toEqual({
    basic: { name: 'Basic', price: '$0', includes: ['Up to 5 projects', 'Basic time tracking', 'Simple Kanban boards'] },
    pro: {
      name: 'Pro',
      price: '$3',
      includes: ['Unlimited projects', 'Advanced time analytics', 'Customizable backgrounds', 'Upload your own images'],
    },
  });
});

it('the landing page shows the same texts', () => {
  const page = pageOf('landing', { firstPaint: '', script: '', font: '', style: '' });
  const withoutTags = (html = '') => html.replace(/<[^>]+>/g, '');
  const shown = [...page.matchAll(/<article class="plan\b[^"]*">([\s\S]*?)<\/article>/g)].map(([, plan = '']) => ({
    heading: withoutTags(/<h3>(.*)<\/h3>/.exec(plan)?.[1]),
    price: withoutTags(/<p class="price">(.*)<\/p>/.exec(plan)?.[1]),
    includes: [...plan.matchAll(/<li>(.*)<\/li>/g)].map(([, item]) => item),
  }));
  const { basic, pro } = plans();
  expect(shown).toEqual([
    { heading: basic.name, price: `${basic.price} per month`, includes: basic.includes },
    { heading: `${pro.name} Recommended`, price: `${pro.price} per month`, includes: pro.includes },
    // The variant for a server that sells no plans.
    { heading: '', price: '', includes: pro.includes },
  ]);
});
