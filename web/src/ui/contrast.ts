/** Keeps user-chosen colors readable as text. Colors are written `#rrggbb`. */

type Channels = [number, number, number];

const WHITE: Channels = [255, 255, 255];
const BLACK: Channels = [0, 0, 0];

function channels(hex: string): Channels | null {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  return digits && [parseInt(digits[1] ?? '', 16), parseInt(digits[2] ?? '', 16), parseInt(digits[3] ?? '', 16)];
}

/** Returns the relative luminance of a color by WCAG 2. */
function luminance(color: Channels): number {
  const [red, green, blue] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colors by WCAG 2: 1 to 21. */
export function contrast(one: string, other: string): number {
  return ratio(channels(one) ?? BLACK, channels(other) ?? BLACK);
}

function ratio(one: Channels, other: Channels): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Returns the color, lightened or darkened just enough for a contrast of 4.5:1 on the background, or null if it is not
 * a valid color.
 */
export function withReadableContrast(background: string, color: string): string | null {
  const [below, from] = [channels(background), channels(color)];
  if (!below || !from) return null;
  const mixTarget = luminance(below) < 0.18 ? WHITE : BLACK;
  for (let step = 0; step <= 20; step += 1) {
    const mixed = from.map((value, index) => Math.round(value + ((mixTarget[index] ?? 0) - value) * (step / 20))) as Channels;
    if (ratio(mixed, below) >= 4.5) return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  }
  return null;
}
