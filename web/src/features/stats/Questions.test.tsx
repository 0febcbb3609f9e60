import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { preferencesResponse, SERVER_ERROR } from '../../testing/responses';
import { daysResponse, open, requested, sessionsResponse } from './testing';

const answerTo = (name: string) => screen.getByRole('region', { name });
const goal = preferencesResponse({ mins_for_streak: 60, goals: [{ from: '2026-01-01', minutes: 60 }] });

describe('am I on track today', () => {
  const progress = async (days: Record<string, { focused: number }>) => {
    await open({ '/preferences/': goal, 'GET /focus-days/': daysResponse(days) });
    return answerTo('Daily goal');
  };

  it('shows what is missing', async () => {
    expect(await progress({ '2026-11-22': { focused: 2430 } })).toHaveTextContent('67%40 min of 1 h20 min to go.');
  });

  it('shows the streak that depends on it', async () => {
    expect(await progress({ '2026-11-20': { focused: 3600 }, '2026-11-21': { focused: 3600 } })).toHaveTextContent(
      '0%0 min of 1 h1 h to go to keep your streak of 2 days.',
    );
  });

  it('shows that the goal is reached', async () => {
    expect(await progress({ '2026-11-22': { focused: 4500 } })).toHaveTextContent('125%1 h 15 min of 1 hGoal reached. Streak: 1 day.');
  });
});

describe('this week against the last four', () => {
  const NAME = 'This week against the last four';

  it('compares the same days of the week', async () => {
    // Wednesday; the time after Wednesday in the weeks before does not count.
    const days = { '2026-10-20': { focused: 3600 }, '2026-11-10': { focused: 7200 }, '2026-11-14': { focused: 9000 }, '2026-11-18': { focused: 6000 } };
    const core = await open({ 'GET /focus-days/': daysResponse(days) }, { now: '2026-11-18T12:00' });
    expect(answerTo(NAME)).toHaveTextContent('1 h 40 min this week, 55 min more than usual by Wednesday.');
    expect(screen.getByRole('row', { name: '9 – 15 Nov 4 h 30 min, 2 h by Wednesday' })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: 'This week 1 h 40 min' })).toBeInTheDocument();
    core.do({ type: 'show_week', weeks_ago: 1 });
    expect(answerTo(NAME)).toHaveTextContent('1 h 40 min this week');
  });

  it.each([
    [2700, '45 min this week, as much as usual by Sunday.'],
    [1800, '30 min this week, 15 min less than usual by Sunday.'],
  ])('says so after %d seconds', async (focused, text) => {
    await open({ 'GET /focus-days/': daysResponse({ '2026-11-10': { focused: 2710 }, '2026-11-17': { focused } }) });
    expect(answerTo(NAME)).toHaveTextContent(text);
  });

  it('has nothing to compare in the first week', async () => {
    await open({ 'GET /focus-days/': daysResponse({ '2026-11-17': { focused: 1800 } }) });
    expect(answerTo(NAME)).toHaveTextContent('30 min this week. From next week on, it’s compared with earlier weeks.');
  });
});

describe('when do I focus best', () => {
  const NAME = 'When you focus best';
  /** The given number of sessions on Tuesday mornings in Berlin, and a break. */
  const sessions = (count: number) => ({
    body: {
      sessions: Array.from({ length: count + 1 }, (_, index) => ({
        id: `01900005-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
        kind: index === count ? 'short_break' : 'focus',
        segments: [{ start: `2026-11-17T08:0${index % 10}:00Z`, end: `2026-11-17T08:${20 + index}:00Z`, utc_offset: 60 }],
      })),
    },
  });

  it('names the hours and the day from ten sessions on', async () => {
    const core = await open({ 'GET /focus-sessions/?from=': sessions(10) });
    expect(answerTo(NAME)).toHaveTextContent('Most between 9:00 AM and 11:00 AM. Your best day is Tuesday.');
    expect(screen.getByRole('row', { name: /^9:00\sAM – 10:00\sAM 3 h 20 min$/ })).toBeInTheDocument();
    expect(requested(core, '/focus-sessions/?from=')).toEqual(['/focus-sessions/?from=2026-08-30T00:00:00Z']);
  });

  it('waits for more sessions', async () => {
    await open({ 'GET /focus-sessions/?from=': sessions(9) });
    expect(answerTo(NAME)).toHaveTextContent('Shown from 10 sessions in 12 weeks. You have 9.');
  });

  it('loads again once a deletion was sent', async () => {
    const id = '01900005-0000-7000-8000-000000000109';
    const core = await open({
      'GET /focus-sessions/?from=': sessions(10),
      'GET /focus-sessions/latest/': sessionsResponse([{ id, segments: [['2026-11-17T08:09:00Z', '2026-11-17T08:29:00Z']] }]),
      'POST /focus-sessions/': null,
    });
    core.do({ type: 'delete_session', session_id: id });
    await core.settle();
    expect(requested(core, '/focus-sessions/?from=')).toHaveLength(1);
    await core.serve({ 'GET /focus-sessions/?from=': sessions(9), 'POST /focus-sessions/': { body: {} } });
    await core.settle();
    expect(requested(core, '/focus-sessions/?from=')).toHaveLength(2);
    expect(answerTo(NAME)).toHaveTextContent('You have 9.');
  });

  it('asks for a connection, and loads once there is one', async () => {
    const core = await open({ 'GET /focus-sessions/?from=': SERVER_ERROR });
    expect(answerTo(NAME)).toHaveTextContent('Connect to see your hours.');
    await core.serve({ 'GET /focus-sessions/?from=': sessions(12) });
    await core.goLive();
    await core.settle();
    expect(answerTo(NAME)).toHaveTextContent('Your best day is Tuesday.');
  });
});
