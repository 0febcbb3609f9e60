import { describe, expect, it } from 'vitest';
import { hasTerm, withoutTerm, withTerm } from './query';

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
    expect(hasTerm('bread IS:archived', 'is:archived')).toBe(true);
    expect(hasTerm('-is:archived', 'is:archived')).toBe(false);
  });
});
