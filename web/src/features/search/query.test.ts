import { describe, expect, it } from 'vitest';
import { termsOf, unknownFilters, withoutTerm, withTerm } from './query';

describe('the text of a query', () => {
  it('gets a term at its end', () => {
    expect(withTerm('', 'is:open')).toBe('is:open');
    expect(withTerm('bread ', 'is:open')).toBe('bread is:open');
  });

  it('loses one term and the space around it', () => {
    const term = (start: number, end: number) => ({ text: '', is_filter: true, range: [start, end] as [number, number] });
    expect(withoutTerm('bread is:open now', term(6, 13))).toBe('bread now');
    expect(withoutTerm('is:open bread', term(0, 7))).toBe('bread');
    expect(withoutTerm('is:open', term(0, 7))).toBe('');
  });

  it('knows which filters it has', () => {
    const term = (text: string, is_filter: boolean) => ({ text, is_filter, range: [0, 0] as [number, number] });
    const archived = term('IS:archived', true);
    expect(termsOf([term('bread', false), archived], 'is:archived')).toEqual([archived]);
    expect(termsOf([term('-is:archived', true), term('is:archived', false)], 'is:archived')).toEqual([]);
  });

  it('knows which of its parts only look like filters', () => {
    const query = 'bread -due:blah label: is:open "is:foo"';
    const term = (start: number, end: number, is_filter: boolean) => ({ text: '', is_filter, range: [start, end] as [number, number] });
    expect(unknownFilters(query, [term(0, 5, false), term(6, 15, false), term(23, 30, true), term(31, 39, false)])).toEqual(['-due:blah', 'label:']);
    expect(unknownFilters('bread', [term(0, 5, false)])).toEqual([]);
  });
});
