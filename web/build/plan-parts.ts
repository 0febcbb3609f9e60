/** The partials of the landing page that show the plans, generated from the same texts as in the app. */
import { readFileSync } from 'node:fs';

interface Plan {
  name: string;
  price: string;
  includes: string[];
}

const plans = JSON.parse(readFileSync(new URL('../src/features/plans/plans.json', import.meta.url), 'utf8')) as Record<
  'basic' | 'pro',
  Plan
>;

const list = (items: readonly string[]): string =>
  `<ul class="ticked">\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;

const heading = ({ name, price }: Plan, badge = ''): string =>
  `<h3>${name}${badge}</h3>\n<p class="price"><strong>${price}</strong> per month</p>`;

/** Returns the partial with this name, or undefined if it is not about plans. */
export function planPart(name: string): string | undefined {
  switch (name) {
    case 'plan-basic':
      return `${heading(plans.basic)}\n${list(plans.basic.includes)}`;
    case 'plan-pro':
      return `${heading(plans.pro, ' <span class="badge">Recommended</span>')}\n${list(plans.pro.includes)}`;
    case 'plan-everything':
      return list(plans.pro.includes);
    default:
      return undefined;
  }
}
