/** Test support: the My Stats page of an account, with the given responses of the server. */
import type { BoardFocus, EstimateFocus, Id, LabelFocus, Outcome } from '@twentyfour/core';
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { type CoreOptions, type RealCore, startAccount } from '../../testing/real-core';
import { type MockResponse, type MockResponses, SERVER_BOARD, SERVER_CARD } from '../../testing/responses';
import { preloadHistory, StatsPage } from './StatsPage';

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** The specification's sample week, in hours. */
export const SAMPLE = [4, 3, 2, 5, 6, 4, 3];
const HOUR = 3600;

const WORK = '01900001-0000-7000-8000-000000000002';
export const BOARDS = { home: SERVER_BOARD, work: WORK };

/** Returns the response to `GET /focus-days/`: the seconds and sessions of each day. */
export function daysResponse(days: Record<string, { focused: number; sessions?: number }>): MockResponse {
  const sums = Object.entries(days).map(([day, { focused, sessions = 1 }]) => ({
    day,
    focused: focused * 1000,
    sessions,
    first_start: `${day}T10:00:00.000Z`,
    first_utc_offset: 0,
    last_start: `${day}T10:00:00.000Z`,
    last_utc_offset: 0,
  }));
  return { body: { days: sums.toSorted((one, other) => one.day.localeCompare(other.day)) } };
}

/** The days of the sample week, which ends on Sunday, 22 November 2026, a first of January, and a streak of 12 days. */
export const SAMPLE_DAYS: Record<string, { focused: number; sessions?: number }> = {
  ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`2024-03-${10 + index}`, { focused: 1500 }])),
  '2026-01-01': { focused: 1500, sessions: 981 },
  ...Object.fromEntries(SAMPLE.map((hours, index) => [`2026-11-${16 + index}`, { focused: hours * HOUR }])),
};

/** Returns the response to `GET /focus-days/breakdown/`. */
export const breakdownResponse = (boards: BoardFocus[] = [], labels: LabelFocus[] = [], estimates?: EstimateFocus): MockResponse => ({
  body: { boards, labels, estimates },
});

interface ServerSession {
  id: Id;
  /** The start and end of each interval. */
  segments: [start: string, end: string][];
  utc_offset?: number;
  outcome?: Outcome;
  board?: [id: Id, name: string];
  /** The title of the card `SERVER_CARD`. */
  card?: string;
}

/** Returns the response to `GET /focus-sessions/latest/`. */
export function sessionsResponse(sessions: ServerSession[], has_more = false): MockResponse {
  return {
    body: {
      has_more,
      sessions: sessions.map(({ id, segments, utc_offset = 60, outcome = 'completed', board, card }) => ({
        session: {
          id,
          kind: 'focus',
          planned: 1500,
          outcome,
          board_id: board?.[0] ?? null,
          card_id: card === undefined ? null : SERVER_CARD,
          segments: segments.map(([start, end]) => ({ start, end, utc_offset })),
          revision: 0,
          is_deleted: false,
        },
        board_name: board?.[1] ?? null,
        card_title: card ?? null,
      })),
    },
  };
}

/** The responses of a server with the boards Home and Work, and the sample days. */
const RESPONSES: MockResponses = {
  'GET /boards/get-boards/': {
    body: [
      { id: SERVER_BOARD, name: 'Home', slug: 'home-7f3k' },
      { id: WORK, name: 'Work', slug: 'work-7f3k' },
    ].map((board) => ({ ...board, description: '', color: null, image: null, favorite: false, label_colors: [], trashed_at: null, columns: [] })),
  },
  'GET /focus-days/': daysResponse(SAMPLE_DAYS),
  'GET /focus-days/breakdown/': breakdownResponse(),
  'GET /focus-sessions/': { body: { sessions: [] } },
  'GET /focus-sessions/latest/': sessionsResponse([]),
};

const show = () =>
  render(
    <MemoryRouter>
      <StatsPage />
    </MemoryRouter>,
  );

/** Opens My Stats on the evening of that Sunday. */
export async function open(responses: MockResponses = {}, options: CoreOptions = {}): Promise<RealCore> {
  const core = await startAccount({ ...RESPONSES, ...responses }, { now: '2026-11-22T20:40', ...options });
  await preloadHistory();
  show();
  await core.settle();
  return core;
}

/** Returns the paths of the requests so far that begin like this. */
export const requested = (core: RealCore, path: string): string[] =>
  core.requests.map((request) => request.path).filter((other) => other.startsWith(path));
