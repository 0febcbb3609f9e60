import { expect, it, vi } from 'vitest';
import { busyBlocks } from './busyBlocks';

const local = (text: string) => new Date(text).toISOString();
const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04'];

it('splits busy times by the days of the device', () => {
  const busy = [
    { starts_at: local('2026-03-02T22:30'), ends_at: local('2026-03-03T01:15'), title: 'Party' },
    { starts_at: local('2026-03-03T09:00'), ends_at: local('2026-03-03T10:00'), title: '' },
    { starts_at: local('2026-03-04T00:00'), ends_at: local('2026-03-05T00:00'), title: 'Day off' },
    { starts_at: local('2026-03-05T09:00'), ends_at: local('2026-03-05T10:00'), title: 'Later' },
  ];
  expect([...busyBlocks(busy, DAYS)]).toEqual([
    ['2026-03-02', [{ title: 'Party', from: 1350, to: 1440 }]],
    ['2026-03-03', [{ title: 'Party', from: 0, to: 75 }, { title: '', from: 540, to: 600 }]],
    ['2026-03-04', [{ title: 'Day off', from: 0, to: 1440 }]],
  ]);
  expect(busyBlocks([], DAYS).size).toBe(0);
});

it('shows the time of the clock on days on which the clocks change', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  const busy = [
    { starts_at: '2026-03-29T07:00:00.000Z', ends_at: '2026-03-29T08:00:00.000Z', title: 'Brunch' },
    { starts_at: '2026-03-28T23:00:00.000Z', ends_at: '2026-03-29T22:00:00.000Z', title: 'Day off' },
  ];
  expect([...busyBlocks(busy, ['2026-03-28', '2026-03-29', '2026-03-30'])]).toEqual([
    ['2026-03-29', [{ title: 'Brunch', from: 540, to: 600 }, { title: 'Day off', from: 0, to: 1440 }]],
  ]);
  vi.unstubAllEnvs();
});

it('shows the same time with the same title once', () => {
  const time = { starts_at: local('2026-03-03T09:00'), ends_at: local('2026-03-03T10:00'), title: '' };
  expect(busyBlocks([time, time], DAYS).get('2026-03-03')).toEqual([{ title: '', from: 540, to: 600 }]);
});
