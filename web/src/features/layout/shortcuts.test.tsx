import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { connectFakeCore } from '../../testing/fake-core';
import { Announcer } from '../../ui/Announcer';
import { KeyboardShortcuts } from './KeyboardShortcuts';
import { useUndoShortcuts } from './useUndoShortcuts';

function Frame() {
  useUndoShortcuts();
  return (
    <>
      <input aria-label="title" />
      <textarea aria-label="text" />
      <input type="checkbox" aria-label="done" />
      <button type="button">Press</button>
      <KeyboardShortcuts />
      <Announcer />
    </>
  );
}

function open() {
  const core = connectFakeCore({ history: { undo: 'Move card', redo: 'Delete list' } });
  render(<Frame />);
  return core;
}

const UNDO = { type: 'undo', change_id: null };
const REDO = { type: 'redo' };

describe('undo and redo by keys', () => {
  it.each([
    ['{Control>}z{/Control}', UNDO],
    ['{Meta>}z{/Meta}', UNDO],
    ['{Control>}{Shift>}Z{/Shift}{/Control}', REDO],
    ['{Meta>}{Shift>}Z{/Shift}{/Meta}', REDO],
    ['{Control>}y{/Control}', REDO],
  ])('%s', async (keys, intent) => {
    const core = open();
    await userEvent.keyboard(keys);
    expect(core.intents).toEqual([intent]);
  });

  it.each(['z', '{Alt>}{Control>}z{/Control}{/Alt}', '{Control>}{Meta>}z{/Meta}{/Control}', '{Control>}{Shift>}Y{/Shift}{/Control}', '{Control>}x{/Control}'])(
    '%s is not meant',
    async (keys) => {
      const core = open();
      await userEvent.keyboard(keys);
      expect(core.intents).toEqual([]);
    },
  );

  it('finds keys of non-Latin layouts by position', () => {
    const core = open();
    fireEvent.keyDown(document.body, { key: 'я', code: 'KeyZ', ctrlKey: true });
    // AZERTY: shortcuts follow the letter, not the position of the key.
    fireEvent.keyDown(document.body, { key: 'w', code: 'KeyZ', ctrlKey: true });
    expect(core.intents).toEqual([UNDO]);
  });

  it('ignores keys in text fields', async () => {
    const core = open();
    for (const name of ['title', 'text']) {
      await userEvent.click(screen.getByRole('textbox', { name }));
      await userEvent.keyboard('{Control>}z{/Control}');
    }
    expect(core.intents).toEqual([]);
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(core.intents).toEqual([UNDO]);
  });

  it('shows what was done, or why nothing was', async () => {
    const core = open();
    await userEvent.keyboard('{Control>}z{/Control}');
    const first = screen.getByText('Undone: Move card');
    await userEvent.keyboard('{Control>}z{/Control}');
    // A new element, so that the same text is announced again.
    expect(screen.getByText('Undone: Move card')).not.toBe(first);
    await userEvent.keyboard('{Control>}y{/Control}');
    expect(screen.getByText('Redone: Delete list')).toBeInTheDocument();
    core.reject = () => ({ code: 'nothing_to_undo', message: 'There’s nothing to undo or redo.' });
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(screen.getByText('There’s nothing to undo or redo.')).toBeInTheDocument();
  });
});

describe('the list of keys', () => {
  it('opens on a question mark, except within a text, and closes on Escape', async () => {
    open();
    await userEvent.click(screen.getByRole('textbox', { name: 'title' }));
    await userEvent.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Press' }));
    await userEvent.keyboard('?');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('UndoCtrlZ');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
