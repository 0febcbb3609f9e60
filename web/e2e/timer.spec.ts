/** The timer in one tab: with the test's clock for long spans, in real time for short ones. */
import type { Page } from '@playwright/test';
import { setPreferences } from './support/api';
import { seedBoard } from './support/api-board';
import { fetchSessions } from './support/api-sessions';
import { violationsOf } from './support/axe';
import { cardTitled, listNamed } from './support/board';
import { expect, test } from './support/test';
import { countdown, openTimer, press, setLength, showTimer, timerState } from './support/timer';

const MINUTE = 60_000;

const tile = (page: Page, name: string) => page.locator('dt', { hasText: name }).locator('xpath=../dd');

/** Navigates to My Stats within the app, and waits for the day's focus time. */
async function expectFocusedToday(page: Page, words: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Stats', exact: true }).click();
  await expect(tile(page, 'Focused Today')).toHaveText(words);
}

test.describe('in real time', () => {
  test('a phase runs to its end, and the break waits', async ({ signedInPage: page }) => {
    await showTimer(page);
    await setLength(page, '0', '3');
    await press(page, 'Start');
    await expect(countdown(page)).toHaveText('00:02');
    await expect(page).toHaveTitle('00:02 · Home');
    await expect(countdown(page)).toHaveText('05:00');
    await expect(timerState(page)).toHaveText('Break, ready');
    await expect(page).toHaveTitle('Home');
  });

  test('holding an arrow of the editor repeats the step', { tag: '@long' }, async ({ signedInPage: page }) => {
    await showTimer(page);
    await press(page, 'Timer settings');
    const dialog = page.getByRole('dialog', { name: 'Timer settings' });
    const minutes = dialog.getByRole('textbox', { name: 'Minutes' });
    // Pressing the arrow moves the focus from the field to it.
    await minutes.focus();
    await dialog.getByRole('button', { name: 'Increase minutes' }).hover();
    await page.mouse.down();
    await expect.poll(async () => Number(await minutes.inputValue())).toBeGreaterThan(30);
    await page.mouse.up();
    const held = await minutes.inputValue();
    // A click outside the dialog closes it, and the new value stays.
    await page.mouse.click(5, 5);
    await expect(dialog).toBeHidden();
    await expect(countdown(page)).toHaveText(`${held}:00`);
  });

  test('the keyboard starts, pauses, resets and skips', async ({ signedInPage: page }) => {
    await page.keyboard.press('Space');
    await expect(timerState(page)).toHaveText('Focus, running');
    await page.keyboard.press('Space');
    await expect(timerState(page)).toHaveText('Focus, paused');
    await page.keyboard.press('r');
    await expect(timerState(page)).toHaveText('Focus, ready');
    await page.keyboard.press('s');
    await expect(timerState(page)).toHaveText('Break, ready');
    // In a dialog and its fields, the keys are not shortcuts.
    await press(page, 'Timer settings');
    const minutes = page.getByRole('dialog').getByRole('textbox', { name: 'Minutes' });
    await minutes.fill('');
    await page.keyboard.press('s');
    await expect(minutes).toHaveValue('s');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Timer settings' })).toBeFocused();
    await expect(timerState(page)).toHaveText('Break, ready');
  });
});

test.describe('the timer', () => {
  test.beforeEach(async ({ accountPage: page, consoleGuard }) => {
    await openTimer(page, consoleGuard);
    await expect(countdown(page)).toHaveText('25:00');
  });

  test('starts, pauses, resumes and resets', async ({ page }) => {
    await press(page, 'Start');
    await page.clock.runFor(61_000);
    await expect(countdown(page)).toHaveText('23:59');
    await press(page, 'Pause');
    await page.clock.runFor(MINUTE);
    await expect(countdown(page)).toHaveText('23:59');
    await press(page, 'Resume');
    await page.clock.runFor(59_000);
    await expect(countdown(page)).toHaveText('23:00');
    await press(page, 'Reset');
    await expect(countdown(page)).toHaveText('25:00');
    await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
    await expectFocusedToday(page, '2 min');
  });

  test('skips to the break and back, without credit', async ({ page }) => {
    await press(page, 'Skip');
    await expect(countdown(page)).toHaveText('05:00');
    await press(page, 'Skip');
    await expect(countdown(page)).toHaveText('25:00');
    await expect(page.getByRole('img', { name: '0 of 4 focus sessions done' })).toBeVisible();
  });

  test('adds five minutes, and finishes early with credit', async ({ page }) => {
    await press(page, 'Start');
    await page.clock.runFor(10 * MINUTE);
    await press(page, '+5 min');
    await expect(countdown(page)).toHaveText('20:00');
    await page.clock.runFor(12 * MINUTE);
    await press(page, 'Finish');
    await expect(timerState(page)).toHaveText('Break, ready');
    await expect(page.getByRole('img', { name: '1 of 4 focus sessions done' })).toBeVisible();
    await expectFocusedToday(page, '22 min');
  });

  test('shows the correct time after a reload', { tag: '@long' }, async ({ page }) => {
    await press(page, 'Start');
    await page.clock.runFor(10_000);
    await expect(countdown(page)).toHaveText('24:50');
    await page.goto('/');
    await page.clock.runFor(10 * MINUTE);
    await page.goto('/app');
    await expect(countdown(page)).toHaveText('14:50');
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await page.reload();
    await expect(countdown(page)).toHaveText('14:50');
  });

  test('shows the correct time after its tab was reopened, and counts once', async ({ page, context }) => {
    await press(page, 'Start');
    await page.clock.runFor(10_000);
    await page.close();
    await context.clock.runFor(10 * MINUTE);
    const again = await context.newPage();
    await again.goto('/app');
    await expect(countdown(again)).toHaveText('14:50');
    await again.clock.runFor(15 * MINUTE);
    await expect(timerState(again)).toHaveText('Break, ready');
    await expectFocusedToday(again, '25 min');
    // Requests aborted by the clock jump are only retried while time passes.
    await again.clock.resume();
    await expect.poll(async () => (await fetchSessions(again)).map(({ outcome }) => outcome)).toEqual(['completed']);
  });

  test('keeps the time while its page is throttled', async ({ page }) => {
    await press(page, 'Start');
    await page.clock.runFor(1_000);
    // Every timer fires at most once, as after a system sleep.
    await page.clock.fastForward(12 * MINUTE);
    await page.clock.runFor(1_000);
    await expect(countdown(page)).toHaveText('12:58');
  });

  for (const [answer, counted] of [
    ['Keep 1 h 37 min', '1 h 37 min'],
    ['Trim to 25 min', '25 min'],
    ['Keep only 10 min', '10 min'],
  ] as const) {
    // Unit tests cover all three answers; here one is enough.
    const tag = answer.startsWith('Keep 1 h') ? [] : ['@long'];
    test(`asks once about a session that ended during sleep: ${answer}`, { tag }, async ({ page }) => {
      await press(page, 'Start');
      await page.clock.runFor(10 * MINUTE);
      await page.clock.fastForward(87 * MINUTE);
      await page.clock.runFor(1_000);
      const question = page.getByRole('group', { name: /Your session ended while you were away/ });
      await expect(question.getByRole('button')).toHaveText(['Keep 1 h 37 min', 'Trim to 25 min', 'Keep only 10 min']);
      // Until it is answered, the session counts as planned; and no phase has followed automatically.
      await expect(timerState(page)).toHaveText('Break, ready');
      await question.getByRole('button', { name: answer }).click();
      await expect(question).toBeHidden();
      await expectFocusedToday(page, counted);
      await page.reload();
      await expect(tile(page, 'Focused Today')).toHaveText(counted);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click();
      await expect(question).toBeHidden();
    });
  }

  test('after four sessions the break is long', { tag: '@long' }, async ({ page }) => {
    for (let round = 1; round <= 4; round += 1) {
      await setLength(page, '1', '0');
      await press(page, 'Start');
      await page.clock.runFor(61_000);
      await expect(timerState(page)).toHaveText(round < 4 ? 'Break, ready' : 'Long break, ready');
      if (round < 4) await press(page, 'Skip');
    }
    await expect(countdown(page)).toHaveText('15:00');
  });

  test('shows in the tab title and favicon on every page', async ({ page }) => {
    const icon = () => page.locator('link[rel="icon"]').getAttribute('href');
    const own = await icon();
    await press(page, 'Start');
    await page.clock.runFor(MINUTE);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Boards', exact: true }).click();
    await expect(page).toHaveTitle('24:00 · My Boards');
    expect(await icon()).toMatch(/^data:image\/svg\+xml,/);
    await page.clock.runFor(1_000);
    await expect(page).toHaveTitle('23:59 · My Boards');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click();
    await press(page, 'Pause');
    await expect(page).toHaveTitle('Home');
    expect(await icon()).toContain(own);
  });

  test('every page shows the running session, and a notice when it has ended', async ({ page }) => {
    const session = (name: string) => page.getByRole('link', { name, exact: true });
    const goTo = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
    await press(page, 'Start');
    await page.clock.runFor(MINUTE);
    await expect(page.getByRole('link', { name: /left/ })).toHaveCount(0);
    await goTo('Stats');
    await expect(session('24:00 left, Focus')).toBeVisible();
    await press(page, 'Pause timer');
    await session('24:00 left, Focus, paused').click();
    await expect(countdown(page)).toHaveText('24:00');
    await press(page, 'Switch to clock');
    await expect(session('24:00 left, Focus, paused')).toBeVisible();
    await press(page, 'Resume timer');
    await expect(countdown(page)).toHaveText('24:00');

    await goTo('Settings');
    // On a phone the timer bar is above the bottom bar, and the page ends above both.
    await page.setViewportSize({ width: 390, height: 780 });
    const bar = await page.getByRole('region', { name: 'Timer', exact: true }).boundingBox();
    expect(bar).toMatchObject({ x: 0, y: 780 - 112, width: 390, height: 56 });
    await expect(page.getByRole('main')).toHaveCSS('padding-bottom', '112px');

    await page.clock.runFor(24 * MINUTE);
    const notice = page.getByRole('region', { name: 'Focus session ended' });
    await expect(notice).toBeVisible();
    expect(await notice.boundingBox()).toMatchObject({ x: 0, y: 780 - 112, width: 390, height: 56 });
    await page.setViewportSize({ width: 1280, height: 720 });
    // The app starts after the first paint, which needs the clock to run.
    await page.clock.resume();
    await page.reload();
    await expect(notice).toBeVisible();
    await goTo('Stats');
    await press(page, 'Start break');
    await expect(notice).toBeHidden();
    await expect(page.getByRole('link', { name: /^0[45]:\d\d left, Break$/ })).toBeVisible();
  });

  test('the editor accepts only 0 to 59 in both fields', async ({ page }) => {
    await setLength(page, '12', '34');
    await expect(countdown(page)).toHaveText('12:34');
    await page.getByRole('button', { name: 'Timer settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Timer settings' });
    for (const [name, kept] of [
      ['Minutes', '12'],
      ['Seconds', '34'],
    ] as const) {
      const field = dialog.getByRole('textbox', { name });
      for (const text of ['60', '-1', 'soon', '']) {
        await field.fill(text);
        await field.press('Enter');
        await expect(field).toHaveValue(kept);
      }
    }
    const seconds = dialog.getByRole('textbox', { name: 'Seconds' });
    await seconds.press('ArrowUp');
    await expect(seconds).toHaveValue('35');
    await dialog.getByRole('button', { name: 'Decrease minutes' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Minutes' })).toHaveValue('11');
    // The focus is trapped in the dialog.
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(countdown(page)).toHaveText('11:35');
  });

  test('a timer at 0:00 cannot be started', { tag: '@long' }, async ({ page }) => {
    await setLength(page, '0', '0');
    await expect(page.getByRole('button', { name: 'Start' })).toBeDisabled();
  });

  test('a corrupt state is dropped, not fatal', async ({ page, consoleGuard }) => {
    consoleGuard.allow(/Dropped a corrupt timerState/);
    await page.evaluate(() => localStorage.setItem('timerState', '{"minutes": "many"'));
    await page.reload();
    await showTimer(page);
    await expect(countdown(page)).toHaveText('25:00');
  });

  test('its state is stored under the specified names', async ({ page }) => {
    await press(page, 'Start');
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('timerState') ?? 'null'));
    expect(Object.keys(stored).toSorted()).toEqual([
      'endsAt',
      'hasPreviousSession',
      'isActive',
      'isWorkSession',
      'minutes',
      'seconds',
    ]);
    expect(stored.isActive).toBe(true);
  });

  // The color contrast is tested elsewhere for both themes.
  for (const theme of ['dark', 'light'] as const) {
    test(`axe reports no violations in the ${theme} theme`, { tag: theme === 'dark' ? [] : ['@long'] }, async ({ page }) => {
      test.setTimeout(120_000);
      const found: string[] = [];
      const look = async (where: string) => {
        const violations = await violationsOf(page);
        found.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${where}: ${id}: ${html.slice(0, 160)}`)));
      };
      // Axe waits with the page's clock.
      await page.clock.resume();
      await page.evaluate((isDark) => document.documentElement.classList.toggle('dark', isDark), theme === 'dark');
      await press(page, 'Start');
      await page.clock.runFor(2 * MINUTE);
      await look('running');
      await page.clock.fastForward(60 * MINUTE);
      await page.clock.runFor(1_000);
      await expect(page.getByRole('group', { name: /ended while you were away/ })).toBeVisible();
      await look('asked');
      await press(page, 'Timer settings');
      await page.clock.runFor(1_000);
      await look('editor');
      expect(found).toEqual([]);
    });
  }
});

test.describe('auto-started phases', () => {
  test.beforeEach(async ({ accountPage: page, consoleGuard }) => {
    await setPreferences(page, { auto_start_breaks: true, auto_start_focus: true });
    await openTimer(page, consoleGuard);
  });

  test('follow each other while the user is present', async ({ page }) => {
    await press(page, 'Start');
    await page.clock.runFor(25 * MINUTE + 1_000);
    await expect(timerState(page)).toHaveText('Break, running');
    await page.clock.runFor(5 * MINUTE);
    await expect(timerState(page)).toHaveText('Focus, running');
    // Nothing follows a skipped phase automatically.
    await press(page, 'Skip');
    await expect(timerState(page)).toHaveText('Break, ready');
  });

  test('do not follow each other while the user is away', async ({ page }) => {
    await press(page, 'Start');
    await page.clock.runFor(MINUTE);
    await page.clock.fastForward(120 * MINUTE);
    await page.clock.runFor(1_000);
    await expect(timerState(page)).toHaveText('Break, ready');
  });
});

test('focusing on cards adds up on the card, its list and the board, and is there after a reload', async ({ accountPage: page, consoleGuard }) => {
  const address = await seedBoard(page, 'Launch', { Today: [{ title: 'Bread' }, { title: 'Milk' }], Done: [] });
  await openTimer(page, consoleGuard);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Boards', exact: true }).click();
  await page.getByRole('link', { name: /Launch/ }).first().click();
  await cardTitled(page, 'Milk').hover();
  await press(page, 'Focus on this card: Milk');
  await expect(cardTitled(page, 'Milk')).toContainText('Focusing');
  await page.clock.runFor(25 * MINUTE + 1_000);
  await expect(cardTitled(page, 'Milk')).toContainText('25 min');
  await cardTitled(page, 'Bread').hover();
  await press(page, 'Focus on this card: Bread');
  await page.clock.runFor(10 * MINUTE);

  // Home shows the card and links to it.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click();
  await expect(countdown(page)).toHaveText('15:00');
  await page.getByRole('link', { name: 'Bread' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bread' });
  await dialog.getByRole('button', { name: 'Pause timer' }).click();
  await expect(dialog.getByRole('complementary', { name: 'Details' }).getByText('10 min in 1 session')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const expectTimes = async () => {
    await expect(cardTitled(page, 'Milk')).toContainText('25 min');
    await expect(cardTitled(page, 'Bread')).toContainText('10 min');
    await expect(listNamed(page, 'Today').getByTitle('Time focused on this list')).toContainText('35 min');
    await expect(page.getByTitle('Time focused on this board')).toHaveText('35 min focused');
  };
  await expectTimes();
  // Requests aborted by the clock jumps are only retried while time passes.
  await page.clock.resume();
  await expect
    .poll(async () => (await fetchSessions(page)).filter((session) => session.card_id !== null).length)
    .toBe(2);
  await page.goto(address);
  await expectTimes();
});
