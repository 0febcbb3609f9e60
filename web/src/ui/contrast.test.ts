import { describe, expect, it } from 'vitest';
import { COLORS } from './colors';
import { contrast, withReadableContrast } from './contrast';

describe('contrast', () => {
  it('is that of WCAG 2', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrast('#123456', '#123456')).toBe(1);
  });
});

describe('a readable color', () => {
  it.each([
    ['dark', '#2b2d31'],
    ['light', '#d8dadb'],
  ])('has a contrast of at least 4.5 to 1 on the %s ground', (_theme, ground) => {
    for (const hex of [...COLORS.map((color) => color.hex), '#000000', '#ffffff', '#808080']) {
      expect(contrast(withReadableContrast(ground, hex) ?? ground, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('keeps a color that is readable already', () => {
    expect(withReadableContrast('#000000', '#ff9933')).toBe('#ff9933');
    expect(withReadableContrast('#ffffff', '#884dff')).toBe('#884dff');
  });

  it('returns null for no color', () => {
    expect(withReadableContrast('#000000', 'transparent')).toBeNull();
  });
});
