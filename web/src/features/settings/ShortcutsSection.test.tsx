import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { type RealCore, startGuest } from '../../testing/real-core';
import ShortcutsSection from './ShortcutsSection';

async function show(shortcuts = '', options = {}): Promise<RealCore> {
  const core = await startGuest(options);
  if (shortcuts) core.do({ type: 'set_preferences', update: { shortcuts } });
  render(<ShortcutsSection />);
  return core;
}

const button = (name: string) => screen.getByRole('button', { name });
const row = (name: string) => {
  const found = button(`Change keys: ${name}`).closest('li');
  if (!found) throw new Error(`there is no row ${name}`);
  return found;
};
const stored = (core: RealCore) => core.state().preferences.shortcuts;

/** Begins to record the keys of a command, and returns the field. */
async function record(name: string): Promise<HTMLElement> {
  await userEvent.click(button(`Change keys: ${name}`));
  return screen.getByRole('textbox', { name: `New keys: ${name}` });
}

describe('the settings of keyboard shortcuts', () => {
  it('switch single keys off and on', async () => {
    const core = await show();
    const single = screen.getByRole('switch', { name: 'Single-key shortcuts' });
    expect(single).toBeChecked();
    await userEvent.click(single);
    expect(single).not.toBeChecked();
    expect(stored(core)).toBe('{"singleKeys":false,"keys":{}}');
    await userEvent.click(single);
    expect(stored(core)).toBe('');
  });

  it('list all commands by group with their keys', async () => {
    await show('{"keys":{"card_move":null,"redo":"Mod+j"}}');
    const general = within(screen.getByRole('region', { name: 'General' }));
    expect(general.getAllByRole('listitem').map((item) => item.textContent)).toContain('RedoCtrlJ');
    expect(row('Move card')).toHaveTextContent('None');
    expect(row('Filter cards')).toHaveTextContent('F/');
    expect(row('Go to Boards')).toHaveTextContent('GB');
  });

  it('record keys with a modifier at once', async () => {
    const core = await show();
    const field = await record('Move card');
    expect(field).toHaveFocus();
    await userEvent.keyboard('{Control>}{Shift>}M{/Shift}{/Control}');
    expect(row('Move card')).toHaveTextContent('CtrlShiftM');
    expect(stored(core)).toBe('{"singleKeys":true,"keys":{"card_move":"Mod+Shift+m"}}');
    expect(button('Change keys: Move card')).toHaveFocus();
  });

  it('record one key, or two in a row', async () => {
    const core = await show('', { fakesTimers: true });
    const press = (key: string) => fireEvent.keyDown(screen.getByRole('textbox'), { key });
    fireEvent.click(button('Change keys: Copy card'));
    press('y');
    press('y');
    expect(row('Copy card')).toHaveTextContent('YY');
    fireEvent.click(button('Change keys: Copy card'));
    press('y');
    expect(screen.getByRole('textbox')).toHaveValue('Y');
    act(() => void vi.advanceTimersByTime(1000));
    expect(stored(core)).toBe('{"singleKeys":true,"keys":{"card_copy":"y"}}');
  });

  it('are left by Escape and Tab without a change', async () => {
    const core = await show();
    await record('Move card');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(button('Change keys: Move card')).toHaveFocus();
    await record('Move card');
    await userEvent.tab();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(stored(core)).toBe('');
  });

  it('ask before they take the keys of another command', async () => {
    const core = await show('', { fakesTimers: true });
    const recordKey = (key: string) => {
      fireEvent.click(button('Change keys: Move card'));
      fireEvent.keyDown(screen.getByRole('textbox'), { key });
      act(() => void vi.advanceTimersByTime(1000));
    };
    recordKey('f');
    expect(screen.getByRole('alert')).toHaveTextContent('F is used by “Filter cards”.');
    fireEvent.click(button('Cancel'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(stored(core)).toBe('');
    recordKey('f');
    fireEvent.click(button('Replace'));
    expect(row('Move card')).toHaveTextContent('F');
    // Its other key stays.
    expect(row('Filter cards')).toHaveTextContent(/^Filter cards\/$/);
  });

  it('remove and reset the keys of one command, or of all', async () => {
    const core = await show();
    expect(button('Reset keys: Undo')).toBeDisabled();
    expect(button('Reset all shortcuts')).toBeDisabled();
    await userEvent.click(button('Remove keys: Undo'));
    await userEvent.click(button('Remove keys: Redo'));
    expect(row('Undo')).toHaveTextContent('None');
    expect(button('Remove keys: Undo')).toBeDisabled();
    await userEvent.click(button('Reset keys: Undo'));
    expect(row('Undo')).toHaveTextContent('CtrlZ');
    expect(stored(core)).toBe('{"singleKeys":true,"keys":{"redo":null}}');
    await userEvent.click(button('Reset all shortcuts'));
    expect(stored(core)).toBe('');
  });
});
