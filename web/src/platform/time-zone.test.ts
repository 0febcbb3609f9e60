import { afterEach, describe, expect, it } from 'vitest';
import { zoneOffsets } from './time-zone';

const zone = process.env.TZ;
/** Node applies a new time zone as soon as it is set. */
const moveTo = (place: string | undefined) => {
  if (place === undefined) delete process.env.TZ;
  else process.env.TZ = place;
};
afterEach(() => moveTo(zone));

describe('the offsets of the time zone', () => {
  it.each([
    ['Europe/Berlin', '2026-01-15T09:05', 60, 60],
    ['Europe/Berlin', '2026-07-15T09:05', 120, 120],
    ['Europe/Berlin', '2026-03-29T01:59', 60, 60],
    // The clocks go forward.
    ['Europe/Berlin', '2026-03-29T02:00', 60, 120],
    ['Europe/Berlin', '2026-03-29T02:59', 60, 120],
    ['Europe/Berlin', '2026-03-29T03:00', 120, 120],
    // The clocks go back.
    ['Europe/Berlin', '2026-10-25T01:59', 120, 120],
    ['Europe/Berlin', '2026-10-25T02:30', 120, 60],
    ['Europe/Berlin', '2026-10-25T03:00', 60, 60],
    ['America/St_Johns', '2026-07-01T12:00', -150, -150],
    ['Asia/Kathmandu', '2026-07-01T12:00', 345, 345],
    ['UTC', '2026-07-01T12:00', 0, 0],
    // Daylight saving time on Lord Howe Island shifts the clock by half an hour.
    ['Australia/Lord_Howe', '2026-10-04T02:15', 630, 660],
    // Samoa skipped a whole day.
    ['Pacific/Apia', '2011-12-30T12:00', -600, 840],
    ['Pacific/Apia', '2011-12-29T23:00', -600, -600],
    ['Pacific/Apia', '2011-12-31T00:30', 840, 840],
  ])('in %s at %s are %d and %d', (place, text, before, after) => {
    moveTo(place);
    const [day = '', time = ''] = text.split('T');
    expect(zoneOffsets(day, time, null)).toEqual({ before, after, at_session: null });
  });

  it('include that of a session, and are 0 for an invalid time', () => {
    moveTo('Europe/Berlin');
    expect(zoneOffsets('', '09:00', '2026-07-15T09:05:00.000Z')).toEqual({ before: 0, after: 0, at_session: 120 });
  });
});
