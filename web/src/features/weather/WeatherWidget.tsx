import { type ComponentProps, useState } from 'react';
import { useMirror } from '../../core/hooks';
import { classes } from '../../ui/classes';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { Icon } from '../../ui/Icon';
import { Popover } from '../../ui/Popover';
import { WEATHER_ICONS } from './icons';
import { PlaceForm } from './PlaceForm';
import { UnitSelect } from './UnitSelect';

interface WeatherWidgetProps {
  /** Where it stands: at the foot of the rail, or on the picture at the top of Home. */
  place: 'rail' | 'home';
}

/** The temperature and the weather of the person's city; pressing it tells more. Where it fails there is none, and no word of it. */
export function WeatherWidget({ place }: WeatherWidgetProps) {
  return (
    <ErrorBoundary renderFailure={() => null}>
      <Widget place={place} />
    </ErrorBoundary>
  );
}

/**
 * Nothing where no weather is known, unless it is open: whoever has just chosen another city is not to lose the pane before its
 * weather has come.
 */
function Widget({ place }: WeatherWidgetProps) {
  const { reading, city } = useMirror((mirror) => mirror.weather);
  const [isOpen, setIsOpen] = useState(false);
  if (!reading && !isOpen) return null;
  return (
    <Popover
      label="Weather"
      side={place === 'rail' ? 'right' : 'bottom'}
      align={place === 'rail' ? 'end' : 'start'}
      className="w-72"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<WeatherButton place={place} />}
    >
      <div className="flex flex-col gap-4">
        <div>
          <p className="truncate font-semibold" title={city ?? undefined}>
            {city ?? 'Your location'}
          </p>
          {reading ? (
            <>
              <p className="text-secondary">
                {reading.words}, {reading.temperature} {reading.temp_unit}
              </p>
              <p className="text-sm text-secondary">Wind {Math.round(reading.windSpeed)} km/h</p>
            </>
          ) : (
            <p className="text-secondary">Weather isn’t available yet.</p>
          )}
        </div>
        <PlaceForm />
        <div className="flex items-center justify-between gap-4">
          <span className="text-sm font-medium">Temperature unit</span>
          <UnitSelect />
        </div>
        <p className="text-xs text-secondary">
          Weather by{' '}
          <a href="https://open-meteo.com/" target="_blank" rel="noreferrer" className="underline hover:text-primary">
            Open-Meteo.com
          </a>
        </p>
      </div>
    </Popover>
  );
}

/** The picture of the weather with the temperature. */
function WeatherButton({ place, ...rest }: WeatherWidgetProps & ComponentProps<'button'>) {
  const { reading, city } = useMirror((mirror) => mirror.weather);
  const told = reading ? `${reading.words}, ${reading.temperature} ${reading.temp_unit}` : 'unavailable';
  const inCity = `${told}${city ? `, ${city}` : ''}`;
  return (
    <button
      type="button"
      aria-label={`Weather: ${inCity}`}
      title={inCity}
      {...rest}
      className={classes(
        'flex items-center rounded-md font-medium tabular-nums transition-colors duration-120',
        place === 'rail'
          ? 'w-9 flex-col gap-0.5 py-1.5 text-xs text-glass-secondary hover:bg-hover hover:text-primary aria-expanded:bg-hover coarse:w-11'
          : 'on-photo h-9 gap-2 px-3 hover:bg-photo-pane focus-visible:outline-photo coarse:h-11',
      )}
    >
      <Icon of={WEATHER_ICONS[reading?.icon ?? 'cloud']} size={20} />
      {reading ? `${reading.temperature}°` : '–'}
    </button>
  );
}
