import { afterEach, describe, expect, it, vi } from 'vitest';
import germanCore from '../../../../messages/de/core.json';
import spanishCore from '../../../../messages/es/core.json';

/** Loads the modules as in a page in another language. */
async function load(language: 'de' | 'es') {
  vi.resetModules();
  document.documentElement.lang = language;
  const { loadTexts } = await import('../../core/language');
  await loadTexts();
  const [dates, times, lists, sizes, format, today] = await Promise.all([
    import('./dates'),
    import('./times'),
    import('./lists'),
    import('./sizes'),
    import('../../messages/format'),
    import('../../messages/today'),
  ]);
  return { ...dates, ...times, ...lists, ...sizes, ...format, today };
}

afterEach(() => {
  document.documentElement.lang = '';
});

const TODAY = '2026-03-03';

it.each([
  ['de', germanCore],
  ['es', spanishCore],
] as const)('writes short months as the core does in %s', async (language, core) => {
  const { formatRelativeDay } = await load(language);
  const months = Object.entries(core).flatMap(([id, text]) => (id.startsWith('month_short_') ? [text] : []));
  expect(months).toHaveLength(12);
  for (const [index, month] of months.entries()) {
    expect(formatRelativeDay(`2026-${String(index + 1).padStart(2, '0')}-20`, '2026-01-01')).toContain(` ${month}`);
  }
});

describe('in German', () => {
  it('formats days and ranges', async () => {
    const { formatRelativeDay, formatPastDay, formatFullDate, formatDateRange } = await load('de');
    expect(formatRelativeDay('2026-03-04', TODAY)).toBe('Morgen');
    expect(formatRelativeDay('2026-03-04', TODAY, 'sentence')).toBe('morgen');
    expect(formatRelativeDay('2026-03-06', TODAY)).toBe('Freitag');
    expect(formatRelativeDay('2026-11-28', TODAY)).toBe('28. Nov.');
    expect(formatPastDay('2026-02-19', TODAY)).toBe('Do, 19. Feb.');
    expect(formatFullDate(TODAY)).toBe('Dienstag, 3. März 2026');
    expect(formatDateRange('2026-11-02', '2026-11-08', TODAY)).toBe('2. – 8. Nov.');
  });

  it('formats numbers, sizes, times and plurals', async () => {
    const { formatNumber, formatFileSize, formatDueDate, formatList, today, LOCALE } = await load('de');
    expect(LOCALE).toBe('de');
    expect(formatNumber(1250.5)).toBe('1.250,5');
    expect(formatFileSize(1_600_000)).toMatch(/^1,5\sMB$/);
    expect(formatDueDate('2026-03-04T09:00', { today: TODAY, hour_format: '24' })).toBe('Morgen, 09:00');
    expect(formatList(['Ada', 'Ben'])).toBe('Ada, Ben');
    expect([1, 2].map((count) => today.cards({ count }))).toEqual(['1 Karte heute', '2 Karten heute']);
  });
});

describe('in Spanish', () => {
  it('writes weekdays and months with a capital letter at the start of a text only', async () => {
    const { formatRelativeDay, formatPastDay, formatFullDate, formatDateRange } = await load('es');
    expect(formatRelativeDay('2026-03-06', TODAY)).toBe('Viernes');
    expect(formatRelativeDay('2026-03-06', TODAY, 'sentence')).toBe('viernes');
    expect(formatPastDay('2026-02-19', TODAY)).toBe('Jue, 19 feb');
    expect(formatFullDate(TODAY)).toBe('martes, 3 de marzo de 2026');
    expect(formatDateRange('2026-11-02', '2026-11-08', TODAY)).toBe('2 – 8 nov');
    const { formatDay, describeDay } = await import('../../features/calendar/days');
    expect(formatDay('2026-03-06')).toBe('Viernes, 6 de marzo');
    expect(formatDay('2026-03-06', 'sentence')).toBe('viernes, 6 de marzo');
    expect(describeDay('2026-03-06', 2, 0)).toMatch(/^Viernes, 6 de marzo/);
  });

  it('separates numbers of five digits', async () => {
    const { formatNumber, plural } = await load('es');
    expect([1250, 12_345].map(formatNumber)).toEqual(['1250', '12.345']);
    // A million is a category of its own, which texts need not have.
    expect(plural(1_000_000, { one: 'tarjeta', other: 'tarjetas' })).toBe('tarjetas');
  });
});
