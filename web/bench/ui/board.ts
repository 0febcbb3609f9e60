/**
 * Measures a board in a browser: the release binary on SQLite, boards of three sizes, scrolling and dragging, and
 * a wide board. Prints one line of JSON for each board: the median of five runs, each with a new browser profile.
 */
import type { CDPSession, Page } from '@playwright/test';
import { median, numbers, type Spread, summary, until } from '../runs';
import { Server } from '../../e2e/support/server';
import { eachFrame, signIn, type Tokens, visit, withProfile } from './browser';
import { acknowledged, countNodes, framesRecorded, recordFrames, watchDrop } from './page';
import { makeBoard, signUp } from './seed';
import { LISTS, makeWideBoard, measureWide } from './wide';

const SIZES = numbers(process.env.BOARD_SIZES, [200, 2_000, 10_000]);
const [RUNS = 5] = numbers(process.env.RUNS, [5]);

interface Run {
  cold_first_card: number;
  first_card: number;
  idle: number;
  heap: number;
  wasm: number;
  nodes: number;
  idle_frames: Spread;
  scroll: Spread;
  drag: Spread;
  drop_to_dom: number;
  drop_to_paint: number;
  drop_to_acknowledgement: number;
}

/** Returns the JavaScript heap and the module's memory in bytes, after a garbage collection. */
async function memory(session: CDPSession): Promise<{ heap: number; wasm: number }> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
  const { result } = await session.send('Runtime.evaluate', { expression: 'WebAssembly.Memory.prototype' });
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' });
  const sum = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.reduce((sum, memory) => sum + memory.buffer.byteLength, 0); }',
    returnByValue: true,
  });
  await session.send('Runtime.releaseObject', { objectId: objects.objectId ?? '' });
  return { heap, wasm: sum.result.value };
}

async function idleFrames(page: Page): Promise<Spread> {
  await page.evaluate(recordFrames);
  await page.waitForTimeout(3_000);
  return summary(await page.evaluate(framesRecorded));
}

/** Scrolls the longest list by mouse wheel: down fast, down slowly, and up again. */
async function scroll(page: Page): Promise<Spread> {
  const list = page.locator('[data-list-id]').first();
  const box = await list.boundingBox();
  if (!box) throw new Error('there is no list');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const top = () =>
    list.evaluate((element) => Math.max(...[...element.querySelectorAll('*')].map(({ scrollTop }) => scrollTop)));
  await page.evaluate(recordFrames);
  await eachFrame(90, () => page.mouse.wheel(0, 240));
  await eachFrame(90, () => page.mouse.wheel(0, 40));
  const reached = await top();
  await eachFrame(60, () => page.mouse.wheel(0, -200));
  await page.waitForTimeout(300);
  const frames = summary(await page.evaluate(framesRecorded));
  if (reached < 500) throw new Error(`the list was scrolled to ${reached} px only`);
  return frames;
}

/** Drags a card from the first list across all others into the last one. */
async function drag(page: Page): Promise<Pick<Run, 'drag' | 'drop_to_dom' | 'drop_to_paint' | 'drop_to_acknowledgement'>> {
  const lists = page.locator('[data-list-id]');
  const list_id = (await lists.last().getAttribute('data-list-id')) ?? '';
  const inView = await lists.first().evaluate((list) => {
    const cards = [...list.querySelectorAll<HTMLElement>('[data-card-id]')];
    const card = cards.find((one) => one.getBoundingClientRect().top > 300);
    const box = card?.getBoundingClientRect();
    return card && box && { id: card.dataset.cardId ?? '', x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  const target = await lists.last().boundingBox();
  if (!inView || !target) throw new Error('there is nothing to drag');
  const [x, y] = [target.x + target.width / 2, target.y + target.height / 2];

  await page.evaluate(watchDrop, [inView.id, list_id] as [string, string]);
  await page.evaluate(recordFrames);
  await page.mouse.move(inView.x, inView.y);
  await page.mouse.down();
  // Across the board in three seconds, moving up and down on the way, so that it passes many cards.
  await eachFrame(180, (share) =>
    page.mouse.move(inView.x + (x - inView.x) * share, inView.y + (y - inView.y) * share + 150 * Math.sin(share * 4 * Math.PI)),
  );
  await page.waitForTimeout(200);
  await page.mouse.up();
  const painted = await until(page, () => page.evaluate(() => window.watched.painted));
  const { released, in_dom } = await page.evaluate(() => window.watched);
  const answered = await until(page, () => page.evaluate(acknowledged, released));
  const frames = summary(await page.evaluate(framesRecorded));
  return {
    drag: frames,
    drop_to_dom: in_dom - released,
    drop_to_paint: painted - released,
    drop_to_acknowledgement: answered - released,
  };
}

/** Runs once with a new profile: the first visit is the cold start and fills the caches, the second one is warm. */
function measure(server: Server, tokens: Tokens, slug: string): Promise<Run> {
  return withProfile(async (context, empty) => {
    const idle_frames = await idleFrames(empty);
    await signIn(empty, server, tokens);
    const address = `${server.url}/app/b/${slug}`;
    const cold = await visit(context, address);
    await cold.page.close();
    const { page, first_card, idle } = await visit(context, address);
    await empty.close();
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const scrolled = await scroll(page);
    const dragged = await drag(page);
    return {
      cold_first_card: cold.first_card,
      first_card,
      idle,
      ...(await memory(session)),
      nodes: await page.evaluate(countNodes),
      idle_frames,
      scroll: scrolled,
      ...dragged,
    };
  });
}

// The token outlives the measurements, so that no refresh disturbs them.
const server = await Server.start({ ACCESS_TOKEN_SECONDS: '86400' });
try {
  const tokens = await signUp(server);
  const boards: [number, string][] = [];
  const wide = await makeWideBoard(server, tokens.access_token);
  for (const cards of SIZES) boards.push([cards, await makeBoard(server, tokens.access_token, cards)]);
  for (const [cards, slug] of boards) {
    const runs: Run[] = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await measure(server, tokens, slug));
    const worst = (of: (run: Run) => Spread) => Math.max(...runs.map((run) => of(run).worst));
    console.log(
      JSON.stringify({
        cards,
        ...median(runs),
        worst_of_all: { idle_frames: worst((run) => run.idle_frames), scroll: worst((run) => run.scroll), drag: worst((run) => run.drag) },
      }),
    );
  }
  const runs: Awaited<ReturnType<typeof measureWide>>[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await measureWide(server, tokens, wide));
  console.log(JSON.stringify({ lists: LISTS, ...median(runs) }));
} finally {
  await server.dispose();
}
