/**
 * Generates the wallpapers, which are free of third-party rights and the same on every run. Writes each in two widths
 * as AVIF and WebP, and the index, `src/features/wallpapers/wallpapers.json`, that the app reads. Needs
 * ffmpeg with libaom and libwebp (`apt-get install ffmpeg`), and takes some minutes. Run it from `web`: `node
 * scripts/make-wallpapers.mjs`, or with ids, such as `node scripts/make-wallpapers.mjs misty-ridges`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { describe, writeFiles } from './wallpapers/encode.mjs';

const FOLDER = 'public/wallpapers';
const INDEX = 'src/features/wallpapers/wallpapers.json';
const WIDTHS = [2560, 1280];

/** The wallpapers' ids, in display order. Their names are in `messages/en/wallpapers.json`. */
const IDS = [
  'misty-ridges',
  'slow-waves',
  'northern-lights',
  'desert-dunes',
  'moonlit-sea',
  'dusk-lake',
  'forest-ridge',
  'first-light',
  'island-in-fog',
  'milky-way',
  'cut-paper',
  'above-the-clouds',
  'morning-haze',
  'white-dunes',
  'sunlit-clouds',
  'white-paper',
];

/** Generates one wallpaper and writes its files, in a worker thread. */
async function make(id) {
  const { paint } = await import(`./wallpapers/scenes/${id}.mjs`);
  const picture = paint(WIDTHS[0]).finish();
  const files = WIDTHS.flatMap((width) => writeFiles(picture.reduced(width), `${FOLDER}/${id}-${width}`));
  return { files, entry: { id, ...describe(picture) } };
}

async function makeAll(ids) {
  mkdirSync(FOLDER, { recursive: true });
  mkdirSync(INDEX.slice(0, INDEX.lastIndexOf('/')), { recursive: true });
  const known = existsSync(INDEX) ? JSON.parse(readFileSync(INDEX, 'utf8')) : [];
  const entries = new Map(known.map((entry) => [entry.id, entry]));
  const remaining = [...ids];
  const work = async () => {
    for (let id = remaining.shift(); id; id = remaining.shift()) {
      const { files, entry } = await new Promise((resolve, reject) => {
        const worker = new Worker(new URL(import.meta.url), { workerData: id });
        worker.on('message', resolve);
        worker.on('error', reject);
      });
      entries.set(id, entry);
      for (const { file, size, quality } of files) console.log(`${file} written: ${size} bytes at ${quality}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const index = IDS.flatMap((id) => entries.get(id) ?? []);
  writeFileSync(INDEX, `${JSON.stringify(index, null, 2)}\n`);
}

if (isMainThread) {
  const requested = process.argv.slice(2);
  const unknown = requested.filter((id) => !IDS.includes(id));
  if (unknown.length > 0) throw new Error(`Unknown wallpaper: ${unknown.join(', ')}.`);
  await makeAll(requested.length > 0 ? requested : IDS);
} else {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
  parentPort.postMessage(await make(workerData));
}
