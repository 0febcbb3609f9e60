/**
 * Measures the cost of moving a card: from the intent, through the built package, into the zustand mirror; compared
 * with immer and an immutable spread making the same moves. Prints one line of JSON for each board size.
 */
import { Core } from '@twentyfour/core';
import { applyPatches, createMirror, loadSnapshot } from '../src/core/mirror';
import { type BoardFixture, boardOf, installBrowser } from './fake-browser';
import { type Candidate, withImmer, withSpread } from './candidates';

const SIZES = [100, 1_000, 10_000, 50_000];

interface Move {
  card_id: string;
  from: string;
  to: string;
  index: number;
}

/** Returns moves of random cards to random positions, the same for every candidate. */
function movesOn({ lists, cards }: BoardFixture, count: number): Move[] {
  let state = 24;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const listOfCard = new Map(cards.map((card) => [card.id, card.list_id]));
  const sizes = new Map(lists.map(({ id }) => [id, cards.filter((card) => card.list_id === id).length]));
  return Array.from({ length: count }, () => {
    const card_id = cards[random(cards.length)]?.id ?? '';
    const from = listOfCard.get(card_id) ?? '';
    const to = lists[random(lists.length)]?.id ?? '';
    sizes.set(from, (sizes.get(from) ?? 0) - 1);
    const index = random((sizes.get(to) ?? 0) + 1);
    sizes.set(to, (sizes.get(to) ?? 0) + 1);
    listOfCard.set(card_id, to);
    return { card_id, from, to, index };
  });
}

/**
 * Returns the median and the 95th percentile of the second half of the measurements, in µs; the first half is warm-up.
 */
function summary(milliseconds: number[]): { median: number; p95: number } {
  const sorted = milliseconds.slice(milliseconds.length / 2).sort((one, other) => one - other);
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10_000) / 10;
  return { median: at(0.5), p95: at(0.95) };
}

function measure(candidate: Candidate, moves: Move[]): { median: number; p95: number } {
  return summary(
    moves.map(({ card_id, from, to, index }) => {
      const begun = performance.now();
      candidate.move(card_id, from, to, index);
      return performance.now() - begun;
    }),
  );
}

async function measureCore(fixture: BoardFixture, moves: Move[]): Promise<{ median: number; p95: number }> {
  installBrowser(fixture);
  const core = new Core({ api_base: 'http://localhost/api' });
  const mirror = createMirror();
  loadSnapshot(mirror, core.snapshot());
  core.subscribe(({ patches }) => applyPatches(mirror, patches));
  const expectAccepted = (reply: unknown) => {
    if (reply) throw new Error(`The core rejected an intent: ${JSON.stringify(reply)}`);
  };
  expectAccepted(core.dispatch({ type: 'start', path: '/app/b/measured', time_zone: 'UTC' }));
  expectAccepted(core.dispatch({ type: 'open_board', slug: 'measured' }));
  await until(() => mirror.getState().open_status === 'ready' && mirror.getState().session.isAuthenticated);

  const times: number[] = [];
  for (const { card_id, to, index } of moves) {
    const begun = performance.now();
    const reply = core.dispatch({ type: 'move_card', card_id, list_id: to, index });
    times.push(performance.now() - begun);
    expectAccepted(reply);
    // Limits the number of unsent moves, because users do not move more than a few cards before the first is sent.
    if (mirror.getState().sync.unsent >= 8) await until(() => mirror.getState().sync.unsent === 0);
  }
  const last = moves.at(-1);
  if (!last || mirror.getState().lists.get(last.to)?.card_ids[last.index] !== last.card_id) {
    throw new Error('The last card is not at the position that it was moved to.');
  }
  core.free();
  return summary(times);
}

async function until(holds: () => boolean): Promise<void> {
  const limit = performance.now() + 30_000;
  while (!holds()) {
    if (performance.now() > limit) throw new Error('Timed out after 30 s waiting for the core.');
    await new Promise((done) => setImmediate(done));
  }
}

for (const cards of SIZES) {
  const fixture = boardOf(cards);
  const few = movesOn(fixture, cards > 10_000 ? 400 : 1_000);
  const line = {
    cards,
    core: await measureCore(fixture, movesOn(fixture, 2_000)),
    immer: measure(withImmer(fixture), few),
    spread: measure(withSpread(fixture), few),
  };
  console.log(JSON.stringify(line));
}
process.exit(0);
