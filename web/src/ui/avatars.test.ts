import { describe, expect, it } from 'vitest';
import { AVATAR_COLORS, AVATAR_TEXT_COLOR, avatarColor, initials } from './avatars';
import { contrast } from './contrast';

describe('avatars', () => {
  it('have readable colors', () => {
    for (const color of AVATAR_COLORS) expect(contrast(AVATAR_TEXT_COLOR, color), color).toBeGreaterThanOrEqual(4.5);
  });

  it('keep the color of an account and spread accounts over the colors', () => {
    const ids = Array.from({ length: 200 }, (_, index) => `01900001-0000-7000-8000-${String(index).padStart(12, '0')}`);
    expect(ids.map(avatarColor)).toEqual(ids.map(avatarColor));
    expect(new Set(ids.map(avatarColor)).size).toBe(AVATAR_COLORS.length);
  });

  it.each([
    ['Ada Example', 'AE'],
    ['  ada  ', 'A'],
    ['Ada Maria Byron King', 'AK'],
    ['élodie ørsted', 'ÉØ'],
    ['𝒜da Example', '𝒜E'],
    ['', ''],
  ])('show the initials of %j', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
