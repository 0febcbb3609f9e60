/**
 * Measures the statistics of ten years: 73,000 sessions, twenty a day, grouped by day and aggregated into everything
 * that My Stats shows, in the module. The first argument is the module's script, built for Node. Prints one line of
 * JSON.
 */
import { createRequire } from 'node:module';

interface BenchModule {
  /**
   * Creates the sessions on the first call; computes the statistics on every call and returns the number of sessions.
   */
  bench_statistics(): number;
}

const RUNS = 60;
const SESSIONS = 73_000;

const path = process.argv[2];
if (!path) throw new Error('the first argument is the script of the module');
const bench = createRequire(import.meta.url)(path) as BenchModule;

const times: number[] = [];
for (let run = 0; run < RUNS; run += 1) {
  const begun = performance.now();
  const counted = bench.bench_statistics();
  times.push(performance.now() - begun);
  if (counted !== SESSIONS) throw new Error(`${counted} of ${SESSIONS} sessions were counted`);
}
// The first half is warm-up, and its first run creates the sessions.
const sorted = times.slice(RUNS / 2).sort((one, other) => one - other);
const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 1_000) / 1_000;
console.log(JSON.stringify({ median: at(0.5), p95: at(0.95) }));
