import type { Member } from '@twentyfour/core';
import { describe, expect, it } from 'vitest';
import { insertMention, mentionQueryAt, suggestMembers } from './mentions';

const member = (first_name: string, last_name: string): Member => ({ user_id: first_name + last_name, first_name, last_name, picture: null, role: 'editor' });

describe('mentions', () => {
  it('are typed after an @ that does not follow a letter', () => {
    expect(mentionQueryAt('@', 1)).toEqual({ start: 0, text: '' });
    expect(mentionQueryAt('Hi (@Ada L', 10)).toEqual({ start: 4, text: 'Ada L' });
    expect(mentionQueryAt('@Ada and @Be', 12)).toEqual({ start: 9, text: 'Be' });
    for (const text of ['', 'Ada', 'ada@example', 'é@x', '@Ada\nBen', `@${'a'.repeat(61)}`]) {
      expect(mentionQueryAt(text, text.length), text).toBeNull();
    }
    expect(mentionQueryAt('@Ada', 0)).toBeNull();
  });

  it('suggest members by full or last name', () => {
    const members = [member('Ada', 'Lovelace'), member('Lou', 'Adams'), member('Ben', 'Byron')];
    const names = (text: string) => suggestMembers(members, text).map(({ first_name }) => first_name);
    expect(names('')).toEqual(['Ada', 'Lou', 'Ben']);
    expect(names('ada')).toEqual(['Ada', 'Lou']);
    expect(names('ADA L')).toEqual(['Ada']);
    expect(names('Ada Lovelace hi')).toEqual([]);
    expect(suggestMembers(Array.from({ length: 100 }, () => member('Ada', 'Lovelace')), '')).toHaveLength(8);
  });

  it('insert the full name and one space', () => {
    const ada = member('Ada', 'Lovelace');
    expect(insertMention('Hi @ad', { start: 3, text: 'ad' }, ada)).toEqual({ value: 'Hi @Ada Lovelace ', caret: 17 });
    expect(insertMention('@a now', { start: 0, text: 'a' }, ada)).toEqual({ value: '@Ada Lovelace now', caret: 14 });
  });
});
