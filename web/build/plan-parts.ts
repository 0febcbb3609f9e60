/** The partials of the landing page that show the plans, generated from the same texts as in the app. */
import { type Plan, plans } from '../src/features/plans/pricing.ts';

const list = (items: readonly string[]): string =>
  `<ul class="ticked">\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;

const heading = ({ name, price }: Plan, badge = ''): string =>
  `<h3>${name}${badge}</h3>\n<p class="price"><strong>${price}</strong> per month</p>`;

/** Returns the partial with this name, or undefined if it is not about plans. */
export function planPart(name: string): string | undefined {
  const { basic, pro } = plans();
  switch (name) {
    case 'plan-basic':
      return `${heading(basic)}\n${list(basic.includes)}`;
    case 'plan-pro':
      return `${heading(pro, ' <span class="badge">Recommended</span>')}\n${list(pro.includes)}`;
    case 'plan-everything':
      return list(pro.includes);
    default:
      return undefined;
  }
}
