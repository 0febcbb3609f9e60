import { useState } from 'react';
import { useIsPreview } from '../../core/hooks';
import { lazyComponent } from '../../ui/lazyComponent';
import { usePreload } from '../../ui/usePreload';

const TodayLine = lazyComponent(() => import('./TodayLine'));

/** What is due today on Home, loaded when the page is idle. */
export function Today() {
  const [isLoaded, setIsLoaded] = useState(false);
  const [loads] = useState(() => [() => TodayLine.preload().then(() => setIsLoaded(true))]);
  usePreload(loads);
  const isPreview = useIsPreview();
  return isLoaded && !isPreview && <TodayLine />;
}
