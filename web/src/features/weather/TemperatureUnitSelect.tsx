import type { TemperatureUnit } from '@twentyfour/core';
import type { ComponentProps } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/weather';
import { Select } from '../../ui/Select';

const UNITS: readonly { value: TemperatureUnit; text: () => string }[] = [
  { value: 'automatic', text: messages.unitAutomatic },
  { value: 'celsius', text: messages.unitCelsius },
  { value: 'fahrenheit', text: messages.unitFahrenheit },
];

/** A select for the temperature unit. */
export function TemperatureUnitSelect(ids: Pick<ComponentProps<'select'>, 'id' | 'aria-describedby'>) {
  const unit = useMirror((mirror) => mirror.preferences.temperature_unit);
  return (
    <Select
      label={messages.temperatureUnit()}
      value={unit}
      options={UNITS.map(({ value, text }) => ({ value, text: text() }))}
      onValueChange={(temperature_unit) => dispatch({ type: 'set_preferences', update: { temperature_unit } })}
      {...ids}
    />
  );
}
