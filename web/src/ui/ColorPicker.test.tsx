import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ColorPicker } from './ColorPicker';
import { COLORS } from './colors';

const PRESETS = 'Berry Red, Red, Orange, Yellow, Olive Green, Lime Green, Green, Mint Green, Teal, Blue, Indigo, Purple';

describe('the color picker', () => {
  it('has twelve presets and None, all of different colors', () => {
    render(<ColorPicker label="Color" value="#4073ff" onValueChange={() => undefined} />);
    const names = screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'));
    expect(names).toEqual([...PRESETS.split(', '), 'None']);
    expect(new Set(COLORS.map(({ hex }) => hex)).size).toBe(12);
    expect(screen.getByRole('radio', { name: 'Blue' })).toBeChecked();
  });

  it('chooses a preset, and none', async () => {
    const onValueChange = vi.fn();
    render(<ColorPicker label="Color" value={null} onValueChange={onValueChange} />);
    await userEvent.click(screen.getByRole('radio', { name: 'Teal' }));
    await userEvent.click(screen.getByRole('radio', { name: 'None' }));
    expect(onValueChange.mock.calls).toEqual([['#158fad'], ['transparent']]);
  });

  it('reports a custom color when the picker closes, not on every change', () => {
    const onValueChange = vi.fn();
    render(<ColorPicker label="Color" value="#123456" onValueChange={onValueChange} />);
    const free = screen.getByLabelText('Custom color, #123456');
    fireEvent.input(free, { target: { value: '#654321' } });
    expect(onValueChange).not.toHaveBeenCalled();
    free.dispatchEvent(new Event('change', { bubbles: true }));
    expect(onValueChange).toHaveBeenCalledExactlyOnceWith('#654321');
  });
});
