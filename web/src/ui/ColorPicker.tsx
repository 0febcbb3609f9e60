import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import * as messages from '../messages/ui';
import { COLORS, DEFAULT_CUSTOM_COLOR, NO_COLOR } from './colors';
import { cx } from './cx';
import { Icon } from './Icon';

interface ColorPickerProps {
  label: string;
  /** `#rrggbb`, `transparent` for none, or null if nothing has been chosen yet. */
  value: string | null;
  onValueChange: (hex: string) => void;
}

const PRESETS = [...COLORS, NO_COLOR];

/** A color picker with the twelve presets, none, and a custom color. */
export function ColorPicker({ label, value, onValueChange }: ColorPickerProps) {
  const group = useId();
  const isFree = value !== null && !PRESETS.some(({ hex }) => hex === value);
  return (
    <div role="radiogroup" aria-label={label} className="flex flex-wrap gap-1">
      {PRESETS.map(({ name, hex }) => (
        <label key={hex} title={name()} className={SWATCH}>
          <input
            type="radio"
            name={group}
            value={hex}
            aria-label={name()}
            checked={value === hex}
            onChange={() => onValueChange(hex)}
            className="sr-only"
          />
          <Swatch hex={hex} isChosen={value === hex} />
        </label>
      ))}
      <CustomColorInput value={isFree ? value : null} onValueChange={onValueChange} />
    </div>
  );
}

/**
 * An input for a custom color with the browser's own picker. The value is committed when the picker closes, not while
 * the user tries colors.
 */
function CustomColorInput({ value, onValueChange }: { value: string | null; onValueChange: (hex: string) => void }) {
  const [previewHex, setPreviewHex] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef(onValueChange);
  useEffect(() => {
    choose.current = onValueChange;
  });
  // React's onChange fires on every intermediate color.
  useEffect(() => {
    const { current } = input;
    const done = () => {
      setPreviewHex(null);
      if (current) choose.current(current.value);
    };
    current?.addEventListener('change', done);
    return () => current?.removeEventListener('change', done);
  }, []);
  const shown = previewHex ?? value;
  return (
    <label title={messages.customColor()} className={SWATCH}>
      <input
        ref={input}
        type="color"
        aria-label={shown ? messages.customColorChosen({ color: shown }) : messages.customColor()}
        value={shown ?? DEFAULT_CUSTOM_COLOR}
        onInput={(event) => setPreviewHex(event.currentTarget.value)}
        onChange={() => undefined}
        className="sr-only"
      />
      <Swatch hex={shown ?? COLOR_WHEEL_GRADIENT} isChosen={shown !== null} />
    </label>
  );
}

const SWATCH = cx(
  'grid size-9 cursor-pointer place-items-center rounded-md transition-colors duration-120 hover:bg-hover coarse:size-11',
  'has-focus-visible:outline-2 has-focus-visible:outline-(--focus-ring)',
);

/** Indicates that any color can be chosen. */
const COLOR_WHEEL_GRADIENT = 'conic-gradient(#db4035, #fad000, #299438, #158fad, #4073ff, #884dff, #db4035)';

function Swatch({ hex, isChosen }: { hex: string; isChosen: boolean }) {
  return (
    <span
      aria-hidden
      className="relative grid size-6 place-items-center rounded-full ring-1 ring-control ring-inset"
      style={{ background: hex }}
    >
      {hex === NO_COLOR.hex && <span className="absolute h-px w-5 -rotate-45 bg-(--control-border)" />}
      {isChosen && (
        // A light disc behind the check mark, so that it is visible on every color.
        <span className="grid size-4 place-items-center rounded-full bg-raised text-primary">
          <Icon icon={Check} size={12} strokeWidth={2.5} />
        </span>
      )}
    </span>
  );
}
