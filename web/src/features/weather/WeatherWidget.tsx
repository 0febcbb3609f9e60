import { useMirror } from '../../core/hooks';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { LazyPanel } from '../../ui/LazyPanel';
import { lazyComponent } from '../../ui/lazyComponent';
import type { WeatherProps } from './Weather';

const Weather = lazyComponent(() => import('./Weather'));
export const preloadWeather = Weather.preload;

/** The weather of the user's city, loaded when it is first known. Renders nothing if it fails. */
export function WeatherWidget({ location }: WeatherProps) {
  const isKnown = useMirror(({ weather }) => weather.reading !== null);
  return (
    <ErrorBoundary renderError={() => null}>
      {/* In the rail, its space is kept while it loads, because what is above it would move. */}
      <div className={location === 'rail' && isKnown ? 'min-h-13' : 'empty:hidden'}>
        <LazyPanel component={Weather} open={isKnown} onClose={() => undefined} hasFailureToast={false}>
          <Weather location={location} />
        </LazyPanel>
      </div>
    </ErrorBoundary>
  );
}
