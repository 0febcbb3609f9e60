import type { WeatherReading } from '@twentyfour/core';
import { type ComponentProps, useState } from 'react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/weather';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { Popover } from '../../ui/Popover';
import { CityForm } from './CityForm';
import { WEATHER_ICONS } from './icons';
import { TemperatureUnitSelect } from './TemperatureUnitSelect';

export interface WeatherProps {
  /** The location: the bottom of the rail, or on the wallpaper at the top of Home. */
  location: 'rail' | 'home';
}

/**
 * The temperature and weather of the user's city; pressing it shows details. Renders nothing without weather data, unless it is open:
 * the popover must not close between choosing a city and the arrival of its weather.
 */
export default function Weather({ location }: WeatherProps) {
  const { reading, city } = useMirror((mirror) => mirror.weather);
  const [isOpen, setIsOpen] = useState(false);
  if (!reading && !isOpen) return null;
  return (
    <Popover
      label={messages.title()}
      side={location === 'rail' ? 'right' : 'bottom'}
      align={location === 'rail' ? 'end' : 'start'}
      className="w-72"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<WeatherButton location={location} />}
    >
      <div className="flex flex-col gap-4">
        <div>
          <p dir="auto" className="truncate font-semibold" title={city ?? undefined}>
            {city ?? messages.yourLocation()}
          </p>
          {reading ? (
            <>
              <p className="text-secondary">{conditionsOf(reading)}</p>
              <p className="text-sm text-secondary">{messages.wind({ speed: Math.round(reading.windSpeed) })}</p>
            </>
          ) : (
            <p className="text-secondary">{messages.notAvailableYet()}</p>
          )}
        </div>
        <CityForm />
        <div className="flex items-center justify-between gap-4">
          <span className="text-sm font-medium">{messages.temperatureUnit()}</span>
          <TemperatureUnitSelect />
        </div>
        <p className="text-xs text-secondary">
          {messages.credit({ link: creditLink })}
        </p>
      </div>
    </Popover>
  );
}

const creditLink = (text: string) => (
  <a href="https://open-meteo.com/" target="_blank" rel="noreferrer" className="underline hover:text-primary">
    {text}
  </a>
);

/** Formats the weather and the temperature: "Rain, 12 °C". */
const conditionsOf = ({ words, temperature, temp_unit }: WeatherReading): string =>
  messages.conditions({ description: words, temperature, unit: temp_unit });

/** The weather's icon with the temperature. */
function WeatherButton({ location, ...rest }: WeatherProps & ComponentProps<'button'>) {
  const { reading, city } = useMirror((mirror) => mirror.weather);
  const conditions = reading ? conditionsOf(reading) : messages.unavailable();
  const summary = city ? messages.summaryInCity({ summary: conditions, city }) : conditions;
  return (
    <button
      type="button"
      aria-label={messages.button({ summary })}
      title={summary}
      {...rest}
      className={cx(
        'flex items-center rounded-md font-medium tabular-nums transition-colors duration-120',
        location === 'rail'
          ? 'w-9 flex-col gap-0.5 py-1.5 text-xs text-glass-secondary hover:bg-hover hover:text-primary aria-expanded:bg-hover coarse:w-11'
          : 'on-photo h-9 gap-2 px-3 hover:bg-photo-pane focus-visible:outline-photo coarse:h-11',
      )}
    >
      <Icon icon={WEATHER_ICONS[reading?.icon ?? 'cloud']} size={20} />
      {reading ? messages.temperatureShort({ temperature: reading.temperature }) : '–'}
    </button>
  );
}
