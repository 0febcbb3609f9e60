import { Suspense, useState } from 'react';
import { useMirror } from '../../core/hooks';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { lazyComponent } from '../../ui/lazyComponent';
import type { WeatherProps } from './Weather';

const Weather = lazyComponent(() => import('./Weather'));
export const preloadWeather = Weather.preload;

/** The weather of the user's city, loaded when it is first known. Renders nothing if it fails. */
export function WeatherWidget({ location }: WeatherProps) {
  const isKnown = useMirror(({ weather }) => weather.reading !== null);
  const [wasKnown, setWasKnown] = useState(isKnown);
  if (isKnown && !wasKnown) setWasKnown(true);
  return (
    wasKnown && (
      <ErrorBoundary renderError={() => null}>
        <Suspense fallback={null}>
          <Weather location={location} />
        </Suspense>
      </ErrorBoundary>
    )
  );
}
