import { Check } from 'lucide-react';
import { useId } from 'react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/settings';
import { showToast } from '../../platform/toasts';
import { APPEARANCE, type Appearance, type AppearanceField, chooseAppearance, parseAppearance } from '../../shell/appearance';
import { cx } from '../../ui/cx';
import { FieldRow } from '../../ui/FieldRow';
import { Icon } from '../../ui/Icon';
import { Select } from '../../ui/Select';

const ACCENT_NAMES: Readonly<Record<Appearance['accent'], () => string>> = {
  green: messages.accentGreen,
  teal: messages.accentTeal,
  blue: messages.accentBlue,
  indigo: messages.accentIndigo,
  violet: messages.accentViolet,
  pink: messages.accentPink,
  orange: messages.accentOrange,
  graphite: messages.accentGraphite,
};

/** The text sizes from small to large, each with the class of its letter. */
const TEXT_SIZES = [
  { value: 'small', name: messages.textSizeSmall, className: 'text-[12px]' },
  { value: 'default', name: messages.textSizeDefault, className: 'text-[15px]' },
  { value: 'large', name: messages.textSizeLarge, className: 'text-[18px]' },
  { value: 'larger', name: messages.textSizeLarger, className: 'text-[21px]' },
] as const;

/** The fields that are chosen from a list, with the names of their values. */
const SELECTS = [
  {
    field: 'contrast',
    label: messages.contrast,
    hint: messages.contrastHint,
    names: { system: messages.choiceSystem, normal: messages.contrastNormal, high: messages.contrastHigh },
  },
  {
    field: 'motion',
    label: messages.motion,
    hint: messages.motionHint,
    names: { system: messages.choiceSystem, full: messages.motionFull, reduced: messages.motionReduced },
  },
  {
    field: 'transparency',
    label: messages.transparency,
    hint: messages.transparencyHint,
    names: { system: messages.choiceSystem, full: messages.transparencyFull, reduced: messages.transparencyReduced },
  },
  {
    field: 'density',
    label: messages.density,
    hint: messages.densityHint,
    names: { comfortable: messages.densityComfortable, compact: messages.densityCompact },
  },
] satisfies readonly { field: AppearanceField; label: () => string; hint: () => string; names: Readonly<Record<string, () => string>> }[];

function choose<Field extends AppearanceField>(field: Field, value: Appearance[Field]): void {
  const rejection = chooseAppearance(field, value);
  if (rejection) showToast('error', rejection.message, null);
}

/** The accent color, text size, contrast, motion, transparency and density. Each is saved and applied at once. */
export function AppearanceRows() {
  const text = useMirror(({ preferences }) => preferences.appearance ?? '');
  const chosen = parseAppearance(text);
  return (
    <>
      <AccentRow chosen={chosen.accent} />
      <TextSizeRow chosen={chosen.text_size} />
      {SELECTS.map(({ field, label, hint, names }) => (
        <FieldRow key={field} label={label()} hint={hint()}>
          {(ids) => (
            <Select
              className="w-36"
              label={label()}
              value={chosen[field]}
              options={Object.entries(names).map(([value, name]) => ({ value: value as Appearance[typeof field], text: name() }))}
              onValueChange={(value) => choose(field, value)}
              {...ids}
            />
          )}
        </FieldRow>
      ))}
    </>
  );
}

const RING = 'has-focus-visible:outline-2 has-focus-visible:outline-(--focus-ring)';

function AccentRow({ chosen }: { chosen: Appearance['accent'] }) {
  const group = useId();
  return (
    <FieldRow label={messages.accent()} hint={ACCENT_NAMES[chosen]()} hasLabelFor={false}>
      {({ 'aria-labelledby': labelId }) => (
        <div role="radiogroup" aria-labelledby={labelId} className="-mx-1 flex flex-wrap max-sm:max-w-48">
          {APPEARANCE.accent.map((accent) => (
            <label
              key={accent}
              title={ACCENT_NAMES[accent]()}
              className={cx('grid size-9 cursor-pointer place-items-center rounded-md transition-colors duration-120 hover:bg-hover coarse:size-11', RING)}
            >
              <input
                type="radio"
                name={group}
                value={accent}
                aria-label={ACCENT_NAMES[accent]()}
                checked={accent === chosen}
                onChange={() => choose('accent', accent)}
                className="sr-only"
              />
              {/* Within this element the accent is the one to choose. */}
              <span aria-hidden data-accent={accent} className="grid size-6 place-items-center rounded-full bg-accent text-on-accent">
                {accent === chosen && <Icon icon={Check} size={14} strokeWidth={2.5} />}
              </span>
            </label>
          ))}
        </div>
      )}
    </FieldRow>
  );
}

function TextSizeRow({ chosen }: { chosen: Appearance['text_size'] }) {
  const group = useId();
  const name = TEXT_SIZES.find(({ value }) => value === chosen)?.name() ?? '';
  return (
    <FieldRow label={messages.textSize()} hint={name} hasLabelFor={false}>
      {({ 'aria-labelledby': labelId }) => (
        <div role="radiogroup" aria-labelledby={labelId} className="flex rounded-md bg-field ring-1 ring-control ring-inset">
          {TEXT_SIZES.map(({ value, name: sizeName, className }) => (
            <label
              key={value}
              title={sizeName()}
              className={cx(
                'grid h-9 w-11 cursor-pointer place-items-center rounded-md font-semibold coarse:h-11',
                'transition-colors duration-120 hover:text-primary has-checked:bg-accent has-checked:text-on-accent has-checked:ring-1 has-checked:ring-control has-checked:ring-inset not-has-checked:text-secondary',
                RING,
              )}
            >
              <input
                type="radio"
                name={group}
                value={value}
                aria-label={sizeName()}
                checked={value === chosen}
                onChange={() => choose('text_size', value)}
                className="sr-only"
              />
              <span aria-hidden className={cx('leading-none', className)}>
                {messages.textSizeSample()}
              </span>
            </label>
          ))}
        </div>
      )}
    </FieldRow>
  );
}
