/**
 * Measures the landing page and Home at a first visit, on a phone and a desktop, and Home as a tab that is open all day:
 * Lighthouse's results, timer wake-ups, and memory after a working day. Uses the release binary on SQLite. Prints one
 * line of JSON.
 */
import { Server } from '../../e2e/support/server';
import { signUp } from '../ui/seed';
import { heapAfter } from './day';
import { audit } from './lighthouse';
import { wakes } from './wakes';

// The token outlives the simulated day, because the simulated clock is ahead of the server's.
const server = await Server.start({ ACCESS_TOKEN_SECONDS: '86400' });
try {
  const tokens = await signUp(server);
  const visitor = { path: '/', tokens: null };
  const phone = await audit(server.url, { ...visitor, profile: 'mobile', categories: [] });
  const desktop = await audit(server.url, { ...visitor, profile: 'desktop', categories: ['accessibility', 'best-practices', 'seo'] });
  const home_phone = await audit(server.url, { path: '/app', tokens, profile: 'mobile', categories: [] });
  const lighthouse = await audit(server.url, { path: '/app', tokens, profile: 'desktop', categories: ['accessibility', 'best-practices'] });
  const woken = await wakes(server.url, tokens);
  const heap = await heapAfter(server.url, tokens);
  console.log(JSON.stringify({ landing_page: { phone, desktop }, home_phone, lighthouse, wakes: woken, heap }));
} finally {
  await server.dispose();
}
