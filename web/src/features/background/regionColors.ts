/** Measures the colors of a picture behind text, from which the core decides the scrims, and makes a tiny copy of it. */
import { fetchImageBlob } from '../../platform/image-cache';
import type { RegionColors } from '@twentyfour/core';

/**
 * The longer side of the picture that is scaled down for measuring, in pixels. One such pixel covers a few pixels of the
 * screen, like a stroke of a letter.
 */
const SAMPLE_SIZE = 192;

/** The longer side of the tiny copy, in pixels. */
const BLUR_SIZE = 16;

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

interface Measured {
  colors: RegionColors;
  /** A tiny copy of the visible part, as a data URL. */
  blur: string;
}

/**
 * Returns the colors of a picture behind the texts of a window, and a tiny copy of it; null if the browser does not allow
 * reading it.
 */
export async function measure(picture: HTMLImageElement, width: number, height: number): Promise<Measured | null> {
  if (picture.naturalWidth === 0) return null;
  try {
    const small = await downscale(picture, width, height);
    const canvas = draw(small, small.width, small.height);
    return { colors: colorsOf(canvas, height), blur: blurOf(canvas) };
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
  const scale = SAMPLE_SIZE / Math.max(width, height);
  const { left, top, right, bottom } = visibleArea({ width: picture.naturalWidth, height: picture.naturalHeight }, width, height);
  return createImageBitmap(await fetchImageBlob(picture.currentSrc), Math.round(left), Math.round(top), Math.round(right - left), Math.round(bottom - top), {
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * scale)),
    resizeQuality: 'high',
  });
}

/** Draws a picture on a new canvas of that size. */
function draw(picture: ImageBitmap | HTMLCanvasElement, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  context(canvas).drawImage(picture, 0, 0, width, height);
  return canvas;
}

/** Returns the drawing context of a canvas. */
function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const found = canvas.getContext('2d', { willReadFrequently: true });
  if (!found) throw new Error('The browser cannot draw on a canvas.');
  return found;
}

/** Returns a tiny copy of a picture as a data URL: a few hundred bytes, or 1,000 in browsers that write no WebP. */
function blurOf(canvas: HTMLCanvasElement): string {
  const { width, height } = canvas;
  const scale = BLUR_SIZE / Math.max(width, height);
  return draw(canvas, Math.ceil(width * scale), Math.ceil(height * scale)).toDataURL('image/webp', 0.3);
}

/** Returns the colors of a scaled-down picture of a window of that height. */
function colorsOf(canvas: HTMLCanvasElement, height: number): RegionColors {
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
    const { data } = context(canvas).getImageData(x, y, Math.ceil(area.right) - x, Math.max(1, Math.ceil(area.bottom) - y));
    return extremeColors(data);
  };
  return { clock: colorsIn(areas.clock), top: colorsIn(areas.top), foot: colorsIn(areas.foot) };
}

/** The number of color buckets: 4 bits each of red, green and blue. */
const BUCKETS = 4096;

/**
 * Returns the darkest and the lightest color of each of the color buckets, as 0xRRGGBB, because only extremes matter for
 * contrast. It uses typed arrays, because this runs while the page starts.
 */
export function extremeColors(data: Uint8ClampedArray): number[] {
  const [darkest, lightest] = [new Int32Array(BUCKETS), new Int32Array(BUCKETS)];
  const [least, most] = [new Float64Array(BUCKETS).fill(Infinity), new Float64Array(BUCKETS).fill(-1)];
  for (let at = 0; at + 3 < data.length; at += 4) {
    const red = data[at] ?? 0;
    const green = data[at + 1] ?? 0;
    const blue = data[at + 2] ?? 0;
    const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    const bucket = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const color = (red << 16) | (green << 8) | blue;
    if (light < (least[bucket] ?? 0)) [least[bucket], darkest[bucket]] = [light, color];
    if (light > (most[bucket] ?? 0)) [most[bucket], lightest[bucket]] = [light, color];
  }
  const colors = new Set<number>();
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    if ((most[bucket] ?? -1) < 0) continue;
    colors.add(darkest[bucket] ?? 0).add(lightest[bucket] ?? 0);
  }
  return [...colors];
}
