/**
 * The front door as a visitor comes to it, by a phone and by a desktop; and the home page as it stands in a tab all day: what
 * Lighthouse says of it, how often it wakes, and what it holds after a working day. The release binary on SQLite. Prints one line of
 * JSON.
 */
import { Server } from '../../e2e/support/server';
import { signUp } from '../ui/seed';
import { heapAfter } from './day';
import { audit } from './lighthouse';
import { wakes } from './wakes';

// The token outlives the simulated day, so that nothing is renewed by a clock that is ahead of the server's.
const server = await Server.start({ ACCESS_TOKEN_SECONDS: '86400' });
try {
  const tokens = await signUp(server);
  const visitor = { path: '/', tokens: null };
  const phone = await audit(server.url, { ...visitor, profile: 'mobile', categories: [] });
  const desktop = await audit(server.url, { ...visitor, profile: 'desktop', categories: ['accessibility', 'best-practices', 'seo'] });
  const lighthouse = await audit(server.url, { path: '/app', tokens, profile: 'desktop', categories: ['accessibility', 'best-practices'] });
  const woken = await wakes(server.url, tokens);
  const heap = await heapAfter(server.url, tokens);
  console.log(JSON.stringify({ front_door: { phone, desktop }, lighthouse, wakes: woken, heap }));
} finally {
  await server.dispose();
}
