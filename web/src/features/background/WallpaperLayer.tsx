import { useEffect, useLayoutEffect, useRef } from 'react';
import { dispatch } from '../../core/client';
import { keepPictureBlur } from '../../core/home-preview';
import { useMirror } from '../../core/hooks';
import { usePrefersLight } from '../../shell/theme';
import { cx } from '../../ui/cx';
import { Picture } from './Picture';

/** The debounce for measuring the picture again after a resize, in milliseconds. */
const RESIZE_DEBOUNCE_MS = 300;

/**
 * The wallpaper behind the pages, under the specification's overlay (30 % in the dark theme, 10 % in the light one),
 * with scrims where text needs them. It stays mounted, so that returning to it is instant.
 */
export function WallpaperLayer({ isShown }: { isShown: boolean }) {
  const { image, color, scrims } = useMirror((mirror) => mirror.background);
  const shown = useRef<{ image: string; picture: HTMLImageElement } | null>(null);

  const prefers_light = usePrefersLight();
  useEffect(() => void dispatch({ type: 'load_background', prefers_light }), [prefers_light]);

  useLayoutEffect(() => {
    const { style } = document.documentElement;
    for (const theme of ['dark', 'light'] as const) {
      for (const region of ['clock', 'top', 'foot'] as const) {
        style.setProperty(`--scrim-${region}-${theme}`, String(scrims[theme][region]));
      }
    }
  }, [scrims]);

  // Another window size shows another part of the picture.
  useEffect(() => {
    let timeout = 0;
    const onResize = () => {
      clearTimeout(timeout);
      timeout = window.setTimeout(() => void reportColors(shown.current), RESIZE_DEBOUNCE_MS);
    };
    window.addEventListener('resize', onResize);
    return () => {
      clearTimeout(timeout);
      window.removeEventListener('resize', onResize);
    };
  }, []);

  return (
    <div
      aria-hidden
      data-testid="backdrop"
      data-image={image}
      className={cx('sky fixed inset-0 -z-10', !isShown && 'invisible')}
    >
      {image && (
        <Picture
          image={image}
          color={color}
          isCached
          onImageLoad={(url, picture) => {
            shown.current = { image: url, picture };
            void reportColors(shown.current);
          }}
          onImageError={(url) => {
            dispatch({ type: 'background_measured', image: url, colors: null });
            dispatch({ type: 'background_failed', image: url });
          }}
        />
      )}
      <div className="absolute inset-0 bg-(--overlay)" />
      <div className="scrims absolute inset-0" />
    </div>
  );
}

/**
 * Sends the core the colors of the visible part of the picture, and keeps a tiny copy of it. A result is dropped if a newer
 * measurement has started.
 */
async function reportColors(shown: { image: string; picture: HTMLImageElement } | null): Promise<void> {
  if (!shown) return;
  const { image, picture } = shown;
  measurementCount += 1;
  const number = measurementCount;
  const module = await import('./regionColors').catch(() => null);
  const measured = (await module?.measure(picture, window.innerWidth, window.innerHeight)) ?? null;
  if (number !== measurementCount) return;
  dispatch({ type: 'background_measured', image, colors: measured?.colors ?? null });
  if (measured) keepPictureBlur({ image, url: measured.blur });
}

/** The number of measurements started so far. */
let measurementCount = 0;
