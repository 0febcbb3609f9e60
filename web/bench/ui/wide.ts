/** A board of many lists, most of which are out of view: opening it, its elements, and scrolling sideways. */
import type { Page } from '@playwright/test';
import { type Spread, summary } from '../runs';
import type { Server } from '../../e2e/support/server';
import { eachFrame, signIn, type Tokens, visit, withProfile } from './browser';
import { cardElementsWhileScrolling, framesRecorded, recordFrames, watchCardElements } from './page';
import { makeBoard } from './seed';

export const LISTS = 30;
const CARDS_PER_LIST = 100;

interface WideRun {
  cold_first_card: number;
  first_card: number;
  /** The most elements of cards at any time while scrolling. */
  card_elements: number;
  /** The number of frames in which a list in view had no cards. */
  frames_with_empty_list: number;
  scroll: Spread;
}

/** Creates the board and returns its slug. */
export function makeWideBoard(server: Server, token: string): Promise<string> {
  const lists = Array.from({ length: LISTS }, (_, index) => ({ name: `List ${index + 1}`, share: 100 / LISTS }));
  return makeBoard(server, token, LISTS * CARDS_PER_LIST, lists);
}

/** Scrolls from the first list to the last and back by mouse wheel. */
async function scrollSideways(page: Page): Promise<Spread> {
  const box = await page.locator('[data-list-id]').first().boundingBox();
  if (!box) throw new Error('there is no list');
  await page.mouse.move(box.x + box.width / 2, box.y + 20);
  await page.evaluate(recordFrames);
  await eachFrame(150, () => page.mouse.wheel(60, 0));
  await eachFrame(150, () => page.mouse.wheel(-60, 0));
  await page.waitForTimeout(300);
  return summary(await page.evaluate(framesRecorded));
}

/** Runs once with a new profile: the first visit is the cold start, the second one is warm. */
export function measureWide(server: Server, tokens: Tokens, slug: string): Promise<WideRun> {
  return withProfile(async (context, empty) => {
    await signIn(empty, server, tokens);
    const address = `${server.url}/app/b/${slug}`;
    const cold = await visit(context, address);
    await cold.page.close();
    const { page, first_card } = await visit(context, address);
    await empty.close();
    await page.evaluate(watchCardElements);
    const scroll = await scrollSideways(page);
    return { cold_first_card: cold.first_card, first_card, scroll, ...(await page.evaluate(cardElementsWhileScrolling)) };
  });
}
