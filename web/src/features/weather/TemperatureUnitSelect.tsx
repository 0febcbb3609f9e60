import type { TemperatureUnit } from '@twentyfour/core';
import type { ComponentProps } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Select } from '../../ui/Select';

const UNITS: readonly { value: TemperatureUnit; text: string }[] = [
  { value: 'automatic', text: 'Automatic' },
  { value: 'celsius', text: '°C' },
  { value: 'fahrenheit', text: '°F' },
];

/** A select for the temperature unit. */
export function TemperatureUnitSelect(ids: Pick<ComponentProps<'select'>, 'id' | 'aria-describedby'>) {
  const unit = useMirror((mirror) => mirror.preferences.temperature_unit);
  return (
    <Select
      label="Temperature unit"
      value={unit}
      options={UNITS}
      onValueChange={(temperature_unit) => dispatch({ type: 'set_preferences', update: { temperature_unit } })}
      {...ids}
    />
  );
}
