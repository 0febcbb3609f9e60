/**
 * The appearance that the user has chosen: accent color, text size, contrast, motion, transparency and density. It is
 * stored in the preference `appearance`, as JSON of the choices that differ from the defaults. Fields and values of other
 * versions are ignored, and kept.
 *
 * `boot/first-paint.js` applies the stored appearance before the first paint, by the same attributes of the root.
 */
import { dispatch, mirror } from '../core/client';

/** The choices, each with its values, the default first. */
export const APPEARANCE = {
  accent: ['green', 'teal', 'blue', 'indigo', 'violet', 'pink', 'orange', 'graphite'],
  text_size: ['default', 'small', 'large', 'larger'],
  contrast: ['system', 'normal', 'high'],
  motion: ['system', 'full', 'reduced'],
  transparency: ['system', 'full', 'reduced'],
  density: ['comfortable', 'compact'],
} as const;

export type AppearanceField = keyof typeof APPEARANCE;

/** What the user has chosen for each field. */
export type Appearance = { [Field in AppearanceField]: (typeof APPEARANCE)[Field][number] };

const FIELDS = Object.keys(APPEARANCE) as AppearanceField[];

/** The fields whose default is that of the device, with the value that the device may ask for, and the media query. */
const SYSTEM_FIELDS = [
  { field: 'contrast', value: 'high', query: '(prefers-contrast: more)' },
  { field: 'motion', value: 'reduced', query: '(prefers-reduced-motion: reduce)' },
  { field: 'transparency', value: 'reduced', query: '(prefers-reduced-transparency: reduce)' },
] as const;

/** Returns the stored fields, also those that this version does not know. */
function storedFields(text: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(text);
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** Returns the choices in a stored text, and the defaults for all others. */
export function parseAppearance(text: string): Appearance {
  const stored = storedFields(text);
  const choose = (field: AppearanceField) => {
    const values: readonly string[] = APPEARANCE[field];
    return values.find((value) => value === stored[field]) ?? values[0];
  };
  return Object.fromEntries(FIELDS.map((field) => [field, choose(field)])) as unknown as Appearance;
}

/** Returns the stored text with one choice changed. A default is not stored. */
export function withChoice<Field extends AppearanceField>(text: string, field: Field, value: Appearance[Field]): string {
  const { [field]: _before, ...others } = storedFields(text);
  const changed = value === APPEARANCE[field][0] ? others : { ...others, [field]: value };
  return Object.keys(changed).length === 0 ? '' : JSON.stringify(changed);
}

const currentText = (): string => mirror.getState().preferences.appearance ?? '';

/** Stores a choice in the account. */
export const chooseAppearance = <Field extends AppearanceField>(field: Field, value: Appearance[Field]) =>
  dispatch({ type: 'set_preferences', update: { appearance: withChoice(currentText(), field, value) } });

/** Sets the root's attributes. A default has no attribute. */
export function applyAppearance(text: string): void {
  const chosen = parseAppearance(text);
  const root = document.documentElement;
  const set = (name: string, value: string | null) => (value === null ? root.removeAttribute(name) : root.setAttribute(name, value));
  const chosenValue = (field: AppearanceField) => (chosen[field] === APPEARANCE[field][0] ? null : chosen[field]);
  set('data-accent', chosenValue('accent'));
  set('data-text-size', chosenValue('text_size'));
  set('data-density', chosenValue('density'));
  for (const { field, value, query } of SYSTEM_FIELDS) {
    const isOn = chosen[field] === value || (chosen[field] === 'system' && matchMedia(query).matches);
    set(`data-${field}`, isOn ? value : null);
  }
}

const applyCurrent = (): void => applyAppearance(currentText());

/** Keeps the root's attributes in sync with the account and the device. Returns a function that stops it. */
export function syncAppearance(): () => void {
  const queries = SYSTEM_FIELDS.map(({ query }) => matchMedia(query));
  applyCurrent();
  for (const query of queries) query.addEventListener('change', applyCurrent);
  const stopFollowing = mirror.subscribe((now, before) => {
    if (now.preferences.appearance !== before.preferences.appearance) applyCurrent();
  });
  return () => {
    stopFollowing();
    for (const query of queries) query.removeEventListener('change', applyCurrent);
  };
}
