import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type RealCore, startGuest } from '../../testing/real-core';
import { AppearanceRows } from './AppearanceRows';

async function open(): Promise<RealCore> {
  const core = await startGuest();
  render(<AppearanceRows />);
  return core;
}

const stored = (core: RealCore) => core.state().preferences.appearance;
const radio = (name: string) => screen.getByRole('radio', { name });

describe('the rows of the appearance', () => {
  it('have eight accents with names, chosen by arrow keys', async () => {
    const core = await open();
    expect(screen.getByRole('radiogroup', { name: 'Accent color' })).toBeVisible();
    expect(radio('Green')).toBeChecked();
    radio('Green').focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(radio('Teal')).toBeChecked();
    expect(stored(core)).toBe('{"accent":"teal"}');
    await userEvent.keyboard('{ArrowLeft}');
    expect(stored(core)).toBe('');
    expect(screen.getAllByRole('radio').map(({ ariaLabel }) => ariaLabel).slice(0, 8)).toEqual([
      'Green', 'Teal', 'Blue', 'Indigo', 'Violet', 'Pink', 'Orange', 'Graphite',
    ]);
  });

  it('save each choice at once, with the others', async () => {
    const core = await open();
    await userEvent.click(radio('Larger'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Contrast' }), 'High');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Motion' }), 'Reduced');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Transparency' }), 'Full');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Board density' }), 'Compact');
    expect(JSON.parse(stored(core) ?? '')).toEqual({ text_size: 'larger', contrast: 'high', motion: 'reduced', transparency: 'full', density: 'compact' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Contrast' }), 'System');
    expect(stored(core)).not.toContain('contrast');
  });
});
