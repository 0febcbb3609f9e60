/**
 * Generates the built-in picture, ridges behind ridges: at dusk for the dark theme, at dawn for the light one. It is
 * free of third-party rights, and the same on every run. Needs ffmpeg with libwebp. Run it from `web`: `node
 * scripts/make-background.mjs`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

const WIDTH = 2560;
const HEIGHT = 1440;
const FOLDER = 'public/backgrounds';

/** Returns an integer hash in [0, 1), so that the picture is reproducible. */
function hash(x, y = 0) {
  let value = Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  return ((value ^ (value >>> 16)) >>> 0) / 4294967296;
}

const smooth = (t) => t * t * t * (t * (t * 6 - 15) + 10);
const mix = (a, b, t) => a + (b - a) * t;
const clamp = (value) => Math.min(1, Math.max(0, value));
const mixColor = (a, b, t) => [mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)];

/** Colors are mixed in linear light. */
const toLinear = (byte) => ((byte / 255 + 0.055) / 1.055) ** 2.4;
const fromLinear = (light) => 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
const color = (hex) => [1, 3, 5].map((at) => toLinear(parseInt(hex.slice(at, at + 2), 16)));

function noise(x, y, seed) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [smooth(x - left), smooth(y - top)];
  const at = (dx, dy) => hash(left + dx + seed * 101, top + dy + seed * 57);
  return mix(mix(at(0, 0), at(1, 0), u), mix(at(0, 1), at(1, 1), u), v);
}

function fractal(x, y, seed, octaves) {
  let sum = 0;
  let weight = 0.5;
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += weight * noise(x, y, seed + octave);
    [x, y, weight] = [x * 2.03, y * 2.03, weight / 2];
  }
  return sum;
}

const SUN = { x: 0.66, y: 0.665 };

/** The ridges from far to near: the position, height and wavelength of each, and the height of its trees. */
const RIDGES = [
  { base: 0.665, reach: 0.13, waves: 4.5, seed: 11, trees: 0 },
  { base: 0.735, reach: 0.21, waves: 3.6, seed: 23, trees: 0 },
  { base: 0.8, reach: 0.22, waves: 3.1, seed: 37, trees: 0 },
  { base: 0.87, reach: 0.18, waves: 2.6, seed: 41, trees: 9 },
  { base: 0.955, reach: 0.17, waves: 2.2, seed: 59, trees: 22 },
  { base: 1.06, reach: 0.15, waves: 1.7, seed: 71, trees: 56 },
];

/** The same scene at two times of day: the sky from top to horizon, and every ridge from top to bottom. */
const TIMES = {
  /** For the dark theme. */
  dusk: {
    sky: [
      [0, color('#0e1430')],
      [0.2, color('#1b2248')],
      [0.38, color('#3a3866')],
      [0.5, color('#6b4f7c')],
      [0.59, color('#a86b7c')],
      [0.66, color('#d98f78')],
      [0.72, color('#eab489')],
      [1, color('#eab489')],
    ],
    glow: color('#ffd2a0'),
    cloud: [color('#5a4a74'), color('#f0a98c')],
    stars: 0.5,
    ridges: [
      [color('#8d6a86'), color('#b98589')],
      [color('#5f5378'), color('#8f6f85')],
      [color('#3d3d62'), color('#645a7c')],
      [color('#272c4b'), color('#434566')],
      [color('#151b33'), color('#262d49')],
      [color('#090e1c'), color('#0b101d')],
    ],
  },
  /** For the light theme: a misty morning, bright enough everywhere for dark text. */
  dawn: {
    sky: [
      [0, color('#9cc4e4')],
      [0.22, color('#b7d5ec')],
      [0.4, color('#d6e5f0')],
      [0.52, color('#ece9e6')],
      [0.6, color('#f8e4d0')],
      [0.66, color('#fddcb8')],
      [0.72, color('#ffe6c8')],
      [1, color('#ffe6c8')],
    ],
    glow: color('#fff6e4'),
    cloud: [color('#f4f8fb'), color('#fff1e2')],
    stars: 0,
    ridges: [
      [color('#c9d0dd'), color('#efe6df')],
      [color('#b4c2d2'), color('#dfe1e2')],
      [color('#a0b4c6'), color('#cdd7dc')],
      [color('#9cb1be'), color('#c4d0d6')],
      [color('#96acb7'), color('#bbc9ce')],
      [color('#93a9b2'), color('#a3b7bd')],
    ],
  },
};

/** Returns the height of a ridge for every column, including the tips of its trees. */
function outline({ base, reach, waves, seed, trees }) {
  const heights = Float64Array.from({ length: WIDTH }, (_, x) => {
    const at = (x / WIDTH) * waves;
    const sharp = 1 - Math.abs(2 * fractal(at, 0.5, seed, 7) - 1);
    return (base - reach * (0.35 + 0.65 * sharp) * (0.55 + 0.45 * fractal(at * 0.6, 9.5, seed + 3, 3) * 2)) * HEIGHT;
  });
  if (trees === 0) return heights;
  const tips = heights.slice();
  for (let x = 0, tree = 0; x < WIDTH; tree += 1) {
    const size = trees * (0.45 + 0.75 * hash(tree, seed)) * (0.55 + 0.9 * fractal((x / WIDTH) * 9, 2.5, seed + 5, 2));
    const half = size * 0.2;
    for (let dx = -Math.ceil(half); dx <= half; dx += 1) {
      const column = Math.round(x) + dx;
      if (column < 0 || column >= WIDTH) continue;
      const slope = Math.abs(dx) / half;
      // Boughs: the outline steps in and out toward the bottom.
      const bough = 0.1 * Math.abs(Math.sin(slope * 9 + tree));
      tips[column] = Math.min(tips[column], heights[column] + size * 0.12 - size * clamp(1 - slope - bough));
    }
    x += half * (0.5 + 1.1 * hash(tree, seed + 1));
  }
  return tips;
}

function skyAt({ sky, glow, cloud: [shade, lit] }, x, y) {
  const below = sky.findIndex(([stop]) => stop > y);
  const [[from, first], [to, second]] = [sky[below - 1], sky[below]];
  let light = mixColor(first, second, (y - from) / (to - from));
  // The sun is just below the ridge: its glow is wider than high.
  const distance = Math.hypot((x - SUN.x) * 1.15, (y - SUN.y) * 2.1);
  light = mixColor(light, glow, 0.75 * Math.exp(-((distance / 0.21) ** 2)));
  // Long thin clouds, lit from below.
  const cloud = clamp((fractal(x * 3.2 + 4, y * 17, 83, 6) - 0.47) * 5) * clamp((y - 0.14) * 5) * clamp((0.63 - y) * 7);
  return mixColor(light, mixColor(shade, lit, clamp((y - 0.3) * 2.9)), cloud * 0.42);
}

function paint(time) {
  const ridges = RIDGES.map((ridge, index) => {
    const [top, foot] = time.ridges[index];
    return { ...ridge, top, foot, heights: outline(ridge) };
  });
  const pixels = Buffer.allocUnsafe(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      let light = skyAt(time, x / WIDTH, y / HEIGHT);
      for (const { heights, top, foot, reach } of ridges) {
        // One pixel of overlap smooths the outline.
        const cover = clamp(y - heights[x] + 0.5);
        if (cover === 0) continue;
        const depth = clamp((y - heights[x]) / (reach * HEIGHT * 1.25));
        const near = Math.exp(-(((x / WIDTH - SUN.x) / 0.3) ** 2)) * 0.16;
        light = mixColor(light, mixColor(mixColor(top, foot, smooth(depth)), time.glow, near * depth * (1 - foot[2] * 1.2) * foot[0] * 2), cover);
      }
      // Stars, only where the sky is dark.
      if (y < HEIGHT * 0.4 && hash(x, y + 7919) > 0.99985) {
        light = mixColor(light, [1, 1, 1], time.stars * hash(x + 31, y) * (1 - y / (HEIGHT * 0.4)));
      }
      // Half a step of grain prevents banding in the gradients.
      const grain = hash(x, y) - 0.5;
      for (let channel = 0; channel < 3; channel += 1) {
        pixels[(y * WIDTH + x) * 3 + channel] = Math.round(Math.min(255, Math.max(0, fromLinear(light[channel]) + grain)));
      }
    }
  }
  return pixels;
}

mkdirSync(FOLDER, { recursive: true });
for (const [name, time] of Object.entries(TIMES)) {
  const pixels = paint(time);
  for (const width of [2560, 1280]) {
    const file = `${FOLDER}/${name}-${width}.webp`;
    const { status, stderr } = spawnSync(
      'ffmpeg',
      [
        ...['-y', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`, '-i', '-'],
        ...['-vf', `scale=${width}:-1:flags=lanczos`, '-c:v', 'libwebp', '-preset', 'photo', '-quality', '90', file],
      ],
      { input: pixels, maxBuffer: 1 << 26 },
    );
    if (status !== 0) throw new Error(`${file}: ${stderr}`);
    console.log(`${file} written`);
  }
}
