import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { cardIn, draftsOf, isInDescription, listNames, open, sentIntents, titlesIn } from './testing';

const filter = { text: '', labels: [], priorities: [], due: null };

describe('the side panel', () => {
  const openPanel = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Board settings' }));
    return within(screen.getByRole('dialog'));
  };

  it('has a menu of five entries and returns to it by the arrow', async () => {
    await open();
    const panel = await openPanel();
    expect(within(panel.getByRole('navigation')).getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Edit Board',
      'Edit Background',
      'Activity',
      'Show compact cards',
      'Print…',
    ]);
    await userEvent.click(panel.getByRole('button', { name: 'Edit Board' }));
    expect(screen.getByRole('dialog', { name: 'Edit Board' })).toBeVisible();
    await userEvent.click(panel.getByRole('button', { name: 'Back' }));
    await userEvent.click(panel.getByRole('button', { name: 'Edit Background' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openPanel();
    expect(screen.getByRole('dialog', { name: 'Board settings' })).toBeVisible();
  });

  it('changes the density of the cards', async () => {
    const { core } = await open();
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Show compact cards' }));
    expect(sentIntents(core)).toEqual([{ type: 'set_preferences', update: { appearance: '{"density":"compact"}' } }]);
  });

  it('saves name, description and color', async () => {
    const { core, board } = await open();
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Edit Board' }));
    await userEvent.click(panel.getByRole('radio', { name: 'None' }));
    await userEvent.click(panel.getByRole('button', { name: 'Save' }));
    expect(sentIntents(core)).toEqual([
      { type: 'edit_board', board_id: board.id, edits: [{ field: 'color', value: 'transparent' }] },
    ]);
    expect(core.state().open_board?.board).toEqual({ ...board, color: 'transparent' });
  });

  it('shows a picture as soon as it is picked, and keeps it when it is saved', async () => {
    const { core } = await open();
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Edit Background' }));
    expect(screen.queryByTestId('board-picture')).toBeNull();
    await userEvent.click(panel.getByRole('radio', { name: 'Dusk over a lake' }));
    expect(screen.getByTestId('board-picture').querySelector('img')).toHaveAttribute('src', '/backgrounds/dusk-2560.webp');
    expect(core.state().open_board?.board.image).toBeNull();
    await userEvent.click(panel.getByRole('button', { name: 'Save' }));
    expect(core.state().open_board?.board.image).toBe('/backgrounds/dusk-2560.webp');
    expect(screen.getByTestId('board-picture').querySelector('img')).toHaveAttribute('src', '/backgrounds/dusk-2560.webp');
  });

  it('shows a placeholder until a wallpaper has loaded', async () => {
    await open();
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Edit Background' }));
    await userEvent.click(panel.getByRole('radio', { name: 'Misty ridges' }));
    const shown = screen.getByTestId('board-picture');
    expect(shown.querySelector('img')).toHaveAttribute('src', '/wallpapers/misty-ridges-2560.webp');
    expect(shown.innerHTML).toContain('data:image/webp;base64,');
  });

  it('discards a previewed picture', async () => {
    const { core } = await open();
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Edit Background' }));
    await userEvent.click(panel.getByRole('radio', { name: 'Dusk over a lake' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByTestId('board-picture')).toBeNull());
    expect(core.state().open_board?.board.image).toBeNull();
  });

  it('removes the picture with Default and saves at once', async () => {
    const { core } = await open({ seed: { image: '/backgrounds/dawn-2560.webp' } });
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Edit Background' }));
    await userEvent.click(panel.getByRole('button', { name: 'Default' }));
    expect(core.state().open_board?.board.image).toBeNull();
    expect(screen.queryByTestId('board-picture')).toBeNull();
  });
});

describe('the filter', () => {
  it('opens with / and f, but not while typing', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'New List' }));
    await userEvent.keyboard('f/');
    expect(screen.queryByRole('search')).toBeNull();
    await userEvent.keyboard('{Escape}');
    fireEvent.keyDown(document.body, { key: 'f' });
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Filter by text' })).toHaveFocus());
  });

  it('filters cards by text, label, priority and due date', async () => {
    const { core } = await open();
    const current = () => core.state().filter.filter;
    await userEvent.click(screen.getByRole('button', { name: 'Filter cards' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Filter by text' }), 'b');
    expect(current()).toEqual({ ...filter, text: 'b' });
    expect(screen.queryByRole('button', { name: 'Milk' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Labels/ }));
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Bakery' }));
    expect(current()).toEqual({ ...filter, text: 'b', labels: ['Bakery'] });
    await userEvent.keyboard('{Escape}');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Due date' }), 'today');
    expect(current()).toEqual({ ...filter, text: 'b', labels: ['Bakery'], due: 'today' });
    expect(screen.getByRole('button', { name: 'Bread' })).toBeVisible();
  });

  it('shows the matching cards and their count, and all cards after Clear', async () => {
    const { core, milk } = await open();
    core.do({ type: 'set_filter', filter: { ...filter, priorities: ['high'] } });
    expect(screen.getByRole('search')).toHaveTextContent('1 of 2 cards');
    expect(screen.queryByRole('button', { name: 'Milk' })).toBeNull();
    core.do({ type: 'edit_card', card_id: milk, edits: [{ field: 'priority', value: 'high' }] });
    expect(screen.getByRole('button', { name: 'Milk' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(core.state().filter).toEqual({ filter: null, matching: null });
  });
});

describe('a list', () => {
  const choose = async (list: string, item: string) => {
    await userEvent.click(screen.getByRole('button', { name: `Options for ${list}` }));
    await userEvent.click(screen.getByRole('menuitem', { name: item }));
  };

  it('collapses to name and card count, still accepts drops, and expands', async () => {
    const { core } = await open();
    const isCollapsed = () => core.state().open_board?.lists[0]?.is_collapsed;
    await choose('Today', 'Collapse');
    expect(isCollapsed()).toBe(true);
    const list = screen.getByRole('region', { name: 'Today' });
    expect(list).toHaveTextContent('2 cards');
    expect(list).toHaveAttribute('data-drag-accepts', 'card');
    expect(screen.queryByRole('button', { name: 'Milk' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Expand Today' }));
    expect(isCollapsed()).toBe(false);
    expect(screen.getByRole('button', { name: 'Milk' })).toBeVisible();
  });

  it('moves to a position without dragging', async () => {
    const { core } = await open();
    await choose('Today', 'Move to…');
    const dialog = within(screen.getByRole('dialog', { name: 'Move list' }));
    const field = dialog.getByRole('textbox', { name: 'Position (1–2)' });
    // There is just one board, so the field for it is not shown.
    expect(field).toHaveFocus();
    await userEvent.clear(field);
    await userEvent.type(field, '3{Enter}');
    expect(field).toHaveAccessibleDescription('Enter a position from 1 to 2.');
    expect(listNames(core)).toEqual(['Today', '']);
    await userEvent.click(dialog.getByRole('button', { name: 'Last' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect(listNames(core)).toEqual(['', 'Today']);
  });

  it('gets a color from the menu, and loses it', async () => {
    const { core } = await open();
    const color = () => core.state().open_board?.lists[0]?.color;
    await choose('Today', 'Color');
    const picker = within(await screen.findByRole('dialog', { name: 'Color' }));
    expect(picker.getByRole('radio', { name: 'None' })).toBeChecked();
    await userEvent.click(picker.getByRole('radio', { name: 'Mint Green' }));
    expect(color()).toBe('#6accbc');
    await userEvent.click(picker.getByRole('radio', { name: 'None' }));
    expect(color()).toBeUndefined();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Options for Today' })).toHaveFocus());
  });

  it('keeps drafts of a new card and a new list', async () => {
    const { core, board } = await open({
      prepare: (started, { lists }) => started.do({ type: 'save_draft', key: `list/${lists.Today}/card`, text: 'Jam' }),
    });
    await userEvent.click(within(screen.getByRole('region', { name: 'Today' })).getByRole('button', { name: 'Add card' }));
    expect(screen.getByRole('textbox', { name: 'Card title' })).toHaveValue('Jam');
    await userEvent.click(screen.getByRole('button', { name: 'New List' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'List name' }), 'L');
    expect(draftsOf(core)).toMatchObject({ [`board/${board.id}/list`]: 'L' });
  });
});

describe('a card on its board', () => {
  it('has a menu to open, move, complete, archive and delete it that returns focus', async () => {
    const { core, board, today, untitled, milk } = await open({
      seed: { lists: { Today: ['Milk', 'Bread', 'Jam', 'Eggs'], '': [] } },
    });
    const choose = async (title: string, item: string) => {
      await userEvent.click(screen.getByRole('button', { name: `Options for ${title}` }));
      await userEvent.click(screen.getByRole('menuitem', { name: item }));
    };
    await choose('Milk', 'Mark as done');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Options for Milk' })).toHaveFocus());
    expect(cardIn(core, milk)?.priority).toBe('completed');
    await choose('Bread', 'Archive');
    await choose('Jam', 'Delete');
    expect(titlesIn(core, today)).toEqual(['Milk', 'Eggs']);
    await choose('Milk', 'Move to…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move card' }));
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'List' }), 'Untitled list');
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect(titlesIn(core, untitled)).toEqual(['Milk']);
    await choose('Milk', 'Open');
    expect(await screen.findByRole('dialog', { name: 'Milk' })).toBeVisible();
    core.do({ type: 'load_trash' });
    const removed = core.state().trash.entries.map(({ name, is_archived, board_id }) => [name, is_archived, board_id === board.id]);
    expect(removed.toSorted()).toEqual([['Bread', true, true], ['Jam', false, true]]);
  });

  it('shows its contents, also for screen readers', async () => {
    await open({
      seed: {
        lists: {
          Today: [
            {
              title: 'Milk',
              description: 'Two bottles',
              due_date: '2026-03-05',
              subtasks: [{ title: 'Buy', isDone: true }, 'Pour', 'Cool'],
              comments: ['A', 'B'],
              reminders: [60],
            },
          ],
        },
      },
    });
    const card = screen.getByRole('button', { name: 'Milk' });
    for (const words of ['Has a description', '1 of 3 sub-tasks done', '2 comments', '1 reminder']) {
      expect(isInDescription(card, within(card).getByRole('img', { name: words })), words).toBe(true);
    }
  });

  it('updates overdue and due today every minute', async () => {
    const { core } = await open({ now: '2026-03-02T23:59' });
    const due = () => screen.getByRole('button', { name: 'Bread' }).querySelector('[data-due]')?.getAttribute('data-due');
    expect(due()).toBe('later');
    await core.advance(60_000);
    expect(due()).toBe('today');
    // The device wakes up later.
    await core.sleep(9 * 60 * 60_000);
    expect(core.state().clock.minute).toBe('2026-03-03T09:00');
    expect(due()).toBe('today');
    await core.advance(60_000);
    expect(due()).toBe('overdue');
  });
});
