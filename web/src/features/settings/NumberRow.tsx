import type { NumberRange } from '@twentyfour/core';
import { Check } from 'lucide-react';
import * as messages from '../../messages/settings';
import { FieldRow } from '../../ui/FieldRow';
import { Icon } from '../../ui/Icon';
import { isKey } from '../../ui/keyboard';
import { NumberInput } from '../../ui/NumberInput';
import { type NumberSetting, type NumberSettingOptions, useNumberSetting } from './useNumberSetting';

interface NumberFieldProps {
  label: string;
  hint?: string | undefined;
  unit?: string | undefined;
  range: NumberRange;
  setting: NumberSetting;
}

/** The row of a number setting. Enter and leaving the field save, and show a check for a moment; Escape restores the saved value. */
export function NumberField({ label, hint, unit, range, setting: { field, error, isSaved, change, save, restore } }: NumberFieldProps) {
  return (
    <FieldRow label={label} hint={hint} error={error}>
      {(ids) => (
        <span className="relative inline-flex">
          <NumberInput
            className="w-26"
            value={field.value}
            {...(unit && !isSaved ? { unit } : {})}
            {...range}
            onChange={change}
            onBlur={save}
            onKeyDown={(event) => {
              if (isKey(event, 'Enter')) save();
              if (isKey(event, 'Escape')) restore();
            }}
            {...ids}
          />
          <span role="status" className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-accent-text">
            {isSaved && (
              <>
                <Icon icon={Check} size={16} />
                <span className="sr-only">{messages.numberSaved()}</span>
              </>
            )}
          </span>
        </span>
      )}
    </FieldRow>
  );
}

/** A number setting with its row. */
export function NumberRow({ label, hint, unit, ...options }: Omit<NumberFieldProps, 'setting'> & NumberSettingOptions) {
  return <NumberField label={label} hint={hint} unit={unit} range={options.range} setting={useNumberSetting(options)} />;
}
