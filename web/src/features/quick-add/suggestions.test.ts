import { describe, expect, it } from 'vitest';
import { nameQueryAt, suggestNames, typedName } from './suggestions';

const queryOf = (text: string) => {
  const query = nameQueryAt(text, text.length);
  return query && `${query.sigil} ${query.text}`;
};

describe('the name that is being typed', () => {
  it.each([
    ['Call #', '# '],
    ['Call #Wo', '# Wo'],
    ['#Wo', '# Wo'],
    ['Call #Work/', '/ '],
    ['Call #Side project/Id', '/ Id'],
    ['Call #"Side pro', '# Side pro'],
    ['Call @Ad', '@ Ad'],
    ['Call @"Ada Lo', '@ Ada Lo'],
    ['Call #Work ', null],
    ['Call #Work/Next ', null],
    ['Call ada@ex', null],
    ['Learn C#', null],
    ['Call', null],
  ])('%s', (text, expected) => {
    expect(queryOf(text)).toBe(expected);
  });

  it('ends at the caret', () => {
    expect(nameQueryAt('Call #Work now', 8)).toEqual({ sigil: '#', start: 6, text: 'Wo' });
  });
});

describe('suggested names', () => {
  const names = [{ name: 'Work' }, { name: 'Garden' }, { name: 'Workshop' }];

  it('begin with what was typed until the finder is loaded', () => {
    expect(suggestNames('wor', names, null)).toEqual([names[0], names[2]]);
    expect(suggestNames('', names, null)).toEqual(names);
  });

  it.each([
    ['Work', 'Work'],
    ['Side project', 'Side project'],
    ['R&D', 'R&D'],
    ['Plan #2', '"Plan #2"'],
    ['A/B', '"A/B"'],
    ['Done! Next', '"Done! Next"'],
  ])('are typed so that they are understood: %s', (name, expected) => {
    expect(typedName(name)).toBe(expected);
  });
});
