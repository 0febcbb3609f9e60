import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { addBoard } from '../../testing/boards';
import { type RealCore, startGuest } from '../../testing/real-core';
import { Announcer } from '../../ui/Announcer';
import { KeyboardShortcuts, preloadShortcuts } from './KeyboardShortcuts';
import { useUndoCommands } from './useUndoCommands';

function Frame() {
  useUndoCommands();
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

/** Shows the frame with a board whose card was moved; the last change, which deleted a list, is undone. */
async function open(): Promise<RealCore> {
  const core = await startGuest();
  const { board, lists, cards } = await addBoard(core, { name: 'Home', lists: { Today: ['Milk'], Later: [] } });
  core.do({ type: 'open_board', slug: board.slug });
  await core.settle();
  core.do({ type: 'move_card', card_id: cards.Milk ?? '', list_id: lists.Later ?? '', index: 0 });
  core.do({ type: 'delete_list', list_id: lists.Today ?? '' }, { type: 'undo', change_id: null });
  expect(core.state().history).toEqual(INITIAL);
  await preloadShortcuts();
  render(<Frame />, { wrapper: MemoryRouter });
  return core;
}

/** What can be undone and redone, before and after each key. */
const INITIAL = { undo: 'Move card', redo: 'Delete list' };
const UNDONE = { undo: 'Add list', redo: 'Move card' };
const REDONE = { undo: 'Delete list', redo: null };

describe('undo and redo by keys', () => {
  it.each([
    ['{Control>}z{/Control}', UNDONE],
    ['{Meta>}z{/Meta}', UNDONE],
    ['{Control>}{Shift>}Z{/Shift}{/Control}', REDONE],
    ['{Meta>}{Shift>}Z{/Shift}{/Meta}', REDONE],
    ['{Control>}y{/Control}', REDONE],
  ])('%s', async (keys, history) => {
    const core = await open();
    await userEvent.keyboard(keys);
    expect(core.state().history).toEqual(history);
  });

  it.each(['z', '{Alt>}{Control>}z{/Control}{/Alt}', '{Control>}{Meta>}z{/Meta}{/Control}', '{Control>}{Shift>}Y{/Shift}{/Control}', '{Control>}x{/Control}'])(
    '%s is not meant',
    async (keys) => {
      const core = await open();
      await userEvent.keyboard(keys);
      expect(core.state().history).toEqual(INITIAL);
    },
  );

  it('finds keys of non-Latin layouts by position', async () => {
    const core = await open();
    fireEvent.keyDown(document.body, { key: 'я', code: 'KeyZ', ctrlKey: true });
    // AZERTY: shortcuts follow the letter, not the position of the key.
    fireEvent.keyDown(document.body, { key: 'w', code: 'KeyZ', ctrlKey: true });
    expect(core.state().history).toEqual(UNDONE);
  });

  it('ignores keys in text fields', async () => {
    const core = await open();
    for (const name of ['title', 'text']) {
      await userEvent.click(screen.getByRole('textbox', { name }));
      await userEvent.keyboard('{Control>}z{/Control}');
    }
    expect(core.state().history).toEqual(INITIAL);
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(core.state().history).toEqual(UNDONE);
  });

  it('shows what was done, or why nothing was', async () => {
    const core = await open();
    await userEvent.keyboard('{Control>}y{/Control}');
    expect(screen.getByText('Redone: Delete list')).toBeInTheDocument();
    await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
    expect(screen.getByText('Undone: Move card')).toBeInTheDocument();
    await userEvent.keyboard('{Control>}z{/Control}');
    const first = screen.getByText('Undone: Add list');
    await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
    // A new element, so that the same text is announced again.
    expect(screen.getByText('Undone: Add list')).not.toBe(first);
    while (core.state().history.undo !== null) await userEvent.keyboard('{Control>}z{/Control}');
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(screen.getByText('There’s nothing to undo or redo.')).toBeInTheDocument();
  });
});

describe('the list of keys', () => {
  it('opens on a question mark, except within a text, and closes on Escape', async () => {
    await open();
    await userEvent.click(screen.getByRole('textbox', { name: 'title' }));
    await userEvent.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Press' }));
    await userEvent.keyboard('?');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('UndoCtrlZ');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows changed keys and links to the settings', async () => {
    const core = await open();
    core.do({ type: 'set_preferences', update: { shortcuts: '{"keys":{"undo":"Mod+u","redo":null}}' } });
    await userEvent.keyboard('?');
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent('UndoCtrlU');
    expect(dialog).not.toHaveTextContent('Redo');
    expect(dialog).toHaveTextContent('Filter cardsF');
    core.do({ type: 'set_preferences', update: { shortcuts: '{"singleKeys":false}' } });
    expect(dialog).toHaveTextContent('Single-key shortcuts are off.');
    expect(dialog).not.toHaveTextContent('Filter cards');
    const link = screen.getByRole('link', { name: 'Change shortcuts in Settings' });
    expect(link).toHaveAttribute('href', '/app/settings?section=shortcuts');
    await userEvent.click(link);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
