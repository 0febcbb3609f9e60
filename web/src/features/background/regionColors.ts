/** Measures the colors of a picture behind text. The core decides what follows from them. */
import { fetchImageBlob } from '../../platform/image-cache';
import type { RegionColors } from '@twentyfour/core';

/**
 * The width to which the picture is scaled down for measuring, in pixels. One such pixel covers a few pixels of the
 * screen, like a stroke of a letter.
 */
const SAMPLE_WIDTH = 192;

/**
 * The heights of the strips with text at the top and at the bottom, in CSS pixels. On phones the bottom one includes
 * the bottom bar.
 */
const TOP_STRIP_PX = 112;
const BOTTOM_STRIP_PX = 144;

/** The middle area, as shares of the window. */
const MIDDLE = { left: 0.12, right: 0.88, top: 0.2, bottom: 0.84 };

interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns the part of a picture that is visible when it covers a window of this size, centered. */
export function visibleArea(picture: { width: number; height: number }, width: number, height: number): Area {
  const scale = Math.max(width / picture.width, height / picture.height);
  const [shownWidth, shownHeight] = [width / scale, height / scale];
  const [left, top] = [(picture.width - shownWidth) / 2, (picture.height - shownHeight) / 2];
  return { left, top, right: left + shownWidth, bottom: top + shownHeight };
}

/** Returns the colors of a picture behind the texts of a window, or null if the browser does not allow reading them. */
export async function measure(picture: HTMLImageElement, width: number, height: number): Promise<RegionColors | null> {
  if (picture.naturalWidth === 0) return null;
  try {
    return colorsOf(await downscale(picture, width, height), height);
  } catch {
    // The picture is cross-origin without CORS, or the browser cannot resize it.
    return null;
  }
}

/**
 * Returns a scaled-down copy of the picture's visible part. It is decoded again from its file, because browsers do that
 * off the main thread, while drawing the element on a canvas would decode it on the main thread.
 */
async function downscale(picture: HTMLImageElement, width: number, height: number): Promise<ImageBitmap> {
  const { left, top, right, bottom } = visibleArea({ width: picture.naturalWidth, height: picture.naturalHeight }, width, height);
  return createImageBitmap(await fetchImageBlob(picture.currentSrc), Math.round(left), Math.round(top), Math.round(right - left), Math.round(bottom - top), {
    resizeWidth: SAMPLE_WIDTH,
    resizeHeight: Math.max(1, Math.round((SAMPLE_WIDTH * height) / width)),
    resizeQuality: 'high',
  });
}

/** Returns the colors of a scaled-down picture of a window of that height. */
function colorsOf(small: ImageBitmap, height: number): RegionColors | null {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [small.width, small.height];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(small, 0, 0);
  small.close();
  const across = { left: 0, right: canvas.width };
  const perPixel = canvas.height / height;
  const areas = {
    clock: {
      left: MIDDLE.left * canvas.width,
      right: MIDDLE.right * canvas.width,
      top: MIDDLE.top * canvas.height,
      bottom: MIDDLE.bottom * canvas.height,
    },
    top: { ...across, top: 0, bottom: TOP_STRIP_PX * perPixel },
    foot: { ...across, top: canvas.height - BOTTOM_STRIP_PX * perPixel, bottom: canvas.height },
  };
  const colorsIn = (area: Area) => {
    const [x, y] = [Math.floor(area.left), Math.max(0, Math.floor(area.top))];
    const { data } = context.getImageData(x, y, Math.ceil(area.right) - x, Math.max(1, Math.ceil(area.bottom) - y));
    return extremeColors(data);
  };
  return { clock: colorsIn(areas.clock), top: colorsIn(areas.top), foot: colorsIn(areas.foot) };
}

/**
 * Returns the darkest and the lightest color of each of 4,096 color buckets, as 0xRRGGBB, because only extremes matter
 * for contrast.
 */
export function extremeColors(data: Uint8ClampedArray): number[] {
  const buckets = new Map<number, { darkest: number; lightest: number; least: number; most: number }>();
  for (let at = 0; at + 3 < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    const color = (red << 16) | (green << 8) | blue;
    const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const kind = buckets.get(key);
    if (!kind) {
      buckets.set(key, { darkest: color, lightest: color, least: light, most: light });
    } else if (light < kind.least) {
      Object.assign(kind, { darkest: color, least: light });
    } else if (light > kind.most) {
      Object.assign(kind, { lightest: color, most: light });
    }
  }
  return [...new Set([...buckets.values()].flatMap(({ darkest, lightest }) => [darkest, lightest]))];
}
