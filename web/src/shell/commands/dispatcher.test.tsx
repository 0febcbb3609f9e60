import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startGuest } from '../../testing/real-core';
import { Popover, preloadPopover } from '../../ui/Popover';
import { useCommand } from './bindings';
import type { CommandId } from './commands';
import { availableCommands, runCommand } from './dispatcher';

const ran: string[] = [];

beforeEach(() => ran.splice(0));

function Binding({ id, name = id, isEnabled = true }: { id: CommandId; name?: string; isEnabled?: boolean | (() => boolean) }) {
  useCommand(id, () => ran.push(name), { isEnabled });
  return null;
}

function Page({ ids, children }: { ids: readonly CommandId[]; children?: React.ReactNode }) {
  return (
    <>
      {ids.map((id) => (
        <Binding key={id} id={id} />
      ))}
      <input aria-label="text" />
      <button type="button">Button</button>
      {children}
    </>
  );
}

/** Shows a page that offers commands, with the stored preference of shortcuts. */
async function show(ids: readonly CommandId[], shortcuts?: object, children?: React.ReactNode) {
  const core = await startGuest();
  if (shortcuts) core.do({ type: 'set_preferences', update: { shortcuts: JSON.stringify(shortcuts) } });
  return { core, ...render(<Page ids={ids}>{children}</Page>) };
}

describe('keys of commands', () => {
  it('run what a mounted component offers', async () => {
    const { unmount } = await show(['filter_cards', 'card_delete']);
    await userEvent.keyboard('f/{Delete}{Backspace}n');
    expect(ran).toEqual(['filter_cards', 'filter_cards', 'card_delete', 'card_delete']);
    unmount();
    await userEvent.keyboard('f');
    expect(ran).toHaveLength(4);
  });

  it('run the newest binding that is enabled', async () => {
    let isEnabled = true;
    await show(['card_move'], undefined, <Binding id="card_move" name="newer" isEnabled={() => isEnabled} />);
    await userEvent.keyboard('m');
    isEnabled = false;
    await userEvent.keyboard('m');
    expect(ran).toEqual(['newer', 'card_move']);
  });

  it('are left to the browser while the command is disabled', async () => {
    await show([], undefined, <Binding id="select_all_cards" isEnabled={false} />);
    // Returns false if the default was prevented.
    expect(fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true })).toBe(true);
    expect(ran).toEqual([]);
  });

  it('use the newest handler of a component', async () => {
    function Counter({ count }: { count: number }) {
      const times = useRef(0);
      useCommand('card_copy', () => ran.push(`${count} ${(times.current += 1)}`));
      return null;
    }
    await startGuest();
    const { rerender } = render(<Counter count={1} />);
    runCommand('card_copy');
    rerender(<Counter count={2} />);
    runCommand('card_copy');
    expect(ran).toEqual(['1 1', '2 2']);
  });

  it('do nothing in text fields, while composing, and below dialogs and menus, but the palette opens in text fields', async () => {
    await show(['filter_cards', 'open_palette', 'undo'], undefined, <div role="dialog" aria-label="Question" hidden />);
    fireEvent.keyDown(document.body, { key: 'f' });
    expect(ran).toEqual([]);
    // Undo works below dialogs, but not in text fields.
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'z', ctrlKey: true });
    expect(ran).toEqual(['undo']);
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'k', ctrlKey: true });
    expect(ran).toEqual(['undo', 'open_palette']);
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true, isComposing: true });
    expect(ran).toHaveLength(2);
  });

  it('for quick add work below dialogs, but not where a letter selects an item', async () => {
    const menu = (
      <div role="dialog" aria-label="Card">
        <select aria-label="List" />
        <div role="menu">
          <button type="button" role="menuitem">
            Quit
          </button>
        </div>
      </div>
    );
    await show(['quick_add', 'undo'], undefined, menu);
    for (const element of [screen.getByRole('textbox'), screen.getByRole('combobox'), screen.getByRole('menuitem')]) fireEvent.keyDown(element, { key: 'q' });
    expect(ran).toEqual([]);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'q' });
    fireEvent.keyDown(screen.getByRole('menuitem'), { key: 'z', ctrlKey: true });
    expect(ran).toEqual(['quick_add', 'undo']);
  });

  it('for quick add do nothing while a popover is open, which it would close', async () => {
    await preloadPopover();
    const popover = (
      <Popover label="Color" trigger={<button type="button">Choose color</button>}>
        <button type="button">Red</button>
      </Popover>
    );
    await show(['quick_add', 'undo'], undefined, popover);
    await userEvent.click(screen.getByRole('button', { name: 'Choose color' }));
    const red = await screen.findByRole('button', { name: 'Red' });
    await waitFor(() => expect(red).toHaveFocus());
    await userEvent.keyboard('q{Control>}z{/Control}');
    expect(ran).toEqual(['undo']);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('q');
    expect(ran).toEqual(['undo', 'quick_add']);
  });

  it('do nothing where the pressed element has handled them', async () => {
    await show(['open_palette', 'toggle_timer'], undefined, <div role="textbox" aria-label="editor" tabIndex={0} onKeyDown={(event) => event.preventDefault()} />);
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'editor' }), { key: 'k', ctrlKey: true });
    fireEvent.keyDown(screen.getByRole('button'), { key: ' ' });
    expect(ran).toEqual([]);
    fireEvent.keyDown(document.body, { key: ' ' });
    expect(ran).toEqual(['toggle_timer']);
  });

  it('count once while they are held down, except for undo', async () => {
    await show(['card_complete', 'undo']);
    fireEvent.keyDown(document.body, { key: 'c', repeat: true });
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, repeat: true });
    expect(ran).toEqual(['undo']);
  });

  it.each([
    ['AltGr for a bracket', { key: '[', ctrlKey: true, altKey: true }, ['toggle_sidebar']],
    ['Shift for a slash', { key: '/', shiftKey: true }, ['filter_cards']],
    ['Control with a bracket', { key: '[', ctrlKey: true }, []],
    ['Shift with a letter', { key: 'F', shiftKey: true }, []],
    ['Alt with a letter', { key: 'f', altKey: true }, []],
    ['Caps Lock', { key: 'F' }, ['filter_cards']],
    ['a Cyrillic layout', { key: 'а', code: 'KeyF' }, ['filter_cards']],
    ['AZERTY', { key: 'f', code: 'KeyS' }, ['filter_cards']],
  ])('follow the layout: %s', async (_what, press, expected) => {
    await show(['toggle_sidebar', 'filter_cards']);
    fireEvent.keyDown(document.body, press);
    expect(ran).toEqual(expected);
  });
});

describe('sequences', () => {
  it('run with their second key, before commands of that key alone', async () => {
    await show(['go_stats', 'skip_phase']);
    await userEvent.keyboard('gs');
    expect(ran).toEqual(['go_stats']);
    await userEvent.keyboard('s');
    expect(ran).toEqual(['go_stats', 'skip_phase']);
  });

  it('end with a key that does not belong to them', async () => {
    await show(['go_stats', 'card_archive', 'undo']);
    await userEvent.keyboard('ge');
    expect(ran).toEqual([]);
    await userEvent.keyboard('e');
    await userEvent.keyboard('g{Shift}{Control>}z{/Control}');
    expect(ran).toEqual(['card_archive', 'undo']);
  });

  it('end after 1.5 seconds', async () => {
    await show(['go_stats', 'skip_phase']);
    const press = (key: string, at: number) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true });
      vi.spyOn(event, 'timeStamp', 'get').mockReturnValue(at);
      fireEvent(document.body, event);
    };
    press('g', 10_000);
    press('s', 11_501);
    press('g', 20_000);
    press('s', 21_499);
    expect(ran).toEqual(['skip_phase', 'go_stats']);
  });

  it('do not begin where they are not offered, nor in a text', async () => {
    await show(['skip_phase']);
    await userEvent.keyboard('gs');
    expect(ran).toEqual(['skip_phase']);
  });
});

describe('changed shortcuts', () => {
  it('run by their new keys only, and removed ones do not', async () => {
    await show(['filter_cards', 'card_move', 'redo'], { keys: { filter_cards: 'g f', card_move: null, redo: 'Mod+j', of_a_newer_version: 'm' } });
    await userEvent.keyboard('f/m{Control>}y{/Control}');
    expect(ran).toEqual([]);
    await userEvent.keyboard('gf{Control>}j{/Control}');
    expect(ran).toEqual(['filter_cards', 'redo']);
  });

  it('can be without single keys', async () => {
    await show(['filter_cards', 'go_home', 'toggle_timer', 'clear_selection', 'undo'], { singleKeys: false });
    await userEvent.keyboard('f/gh ');
    expect(ran).toEqual([]);
    await userEvent.keyboard('{Escape}{Control>}z{/Control}');
    expect(ran).toEqual(['clear_selection', 'undo']);
  });

  it.each(['', 'not JSON', '[]', '{"keys":{"filter_cards":7},"singleKeys":"no"}'])('are ignored if they cannot be read: %s', async (text) => {
    const { core } = await show(['filter_cards']);
    core.do({ type: 'set_preferences', update: { shortcuts: text } });
    await userEvent.keyboard('f');
    expect(ran).toEqual(['filter_cards']);
  });
});

it('lists the commands that can run', async () => {
  await show(['new_note', 'undo', 'card_copy'], undefined, <Binding id="redo" isEnabled={false} />);
  expect(availableCommands()).toEqual(['undo', 'card_copy', 'new_note']);
});
