import type { SubtaskView } from '@twentyfour/core';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { dispatch, mirror } from '../../core/client';
import { startAccount } from '../../testing/real-core';
import { refusal, SERVER_ERROR } from '../../testing/responses';
import { listNames, open, sentIntents, showBoard, titlesIn } from './testing';

describe('the picture of a board', () => {
  it('is absent if the board has none', async () => {
    await open();
    expect(screen.queryByTestId('board-picture')).toBeNull();
  });

  it('covers the page if the board has one', async () => {
    await open({ seed: { image: '/backgrounds/dusk-2560.webp' } });
    expect(screen.getByTestId('board-picture').querySelector('img')).toHaveAttribute('src', '/backgrounds/dusk-2560.webp');
    expect(screen.queryByText(/Photo by/)).toBeNull();
  });

  it('credits a photo and requests only the image from its host', async () => {
    const photo = 'https://images.unsplash.com/photo-1?w=1080';
    await open({ seed: { image: `${photo}#by=Ada%20Byron&link=https%3A%2F%2Funsplash%2Ecom%2F%40ada` } });
    expect(screen.getByTestId('board-picture').querySelector('img')?.getAttribute('src')).not.toContain('#');
    expect(screen.getByRole('link', { name: 'Ada Byron' })).toHaveAttribute('href', 'https://unsplash.com/@ada');
    expect(screen.getByRole('link', { name: 'Unsplash' })).toBeVisible();
  });

  it('does not link credits with unsafe URLs', async () => {
    const { core, board } = await open();
    const image = 'https://images.unsplash.com/photo-1#by=Eve&link=javascript%3Aalert(1)';
    expect(dispatch({ type: 'edit_board', board_id: board.id, edits: [{ field: 'image', value: image }] })?.code).toBe('image_invalid');
    // The core never stores such an image, so the mirror is changed directly, as a bug in that check would.
    act(() => mirror.setState(({ board: shown }) => ({ board: shown && { ...shown, image } })));
    expect(core.state().open_board?.board.image).toBeNull();
    expect(screen.getByTestId('board-picture')).toBeInTheDocument();
    expect(screen.queryByText(/Photo by/)).toBeNull();
  });
});

describe('a card that cannot be drawn', () => {
  it('shows the error in its dialog and keeps the board working', async () => {
    await open({ card: 'Bread' });
    vi.spyOn(console, 'error').mockReturnValue();
    // The core never sends invalid sub-tasks. They make the dialog throw while it renders, as a bug in it would.
    const subtasks = [null] as unknown as SubtaskView[];
    act(() => mirror.setState(({ open_card }) => ({ open_card: open_card && { ...open_card, subtasks } })));
    const dialog = within(screen.getByRole('dialog', { name: 'Card' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Couldn’t show this card. Your changes are saved.');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Bread' })).toBeVisible();
  });
});

describe('a board', () => {
  it('opens on mount and closes on unmount', async () => {
    const { core, board } = await open();
    expect(core.intents).toEqual([{ type: 'open_board', slug: board.slug }]);
    expect(document.title).toBe('Boards - Groceries');
    expect(screen.getByRole('heading', { level: 1, name: 'Groceries' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Boards /' })).toHaveAttribute('href', '/app/b');
    cleanup();
    expect(core.state().open_status).toBe('closed');
  });

  it('shows a skeleton, then the board', async () => {
    const core = await startAccount({ '/boards/get-boards/': { body: [] } });
    showBoard('groceries-7f3k');
    expect(screen.getByText('Loading board')).toBeInTheDocument();
    await core.serve({ '/boards/groceries-7f3k/changes/': refusal(404, 'not_found', 'Not found.') });
    expect(screen.getByText('Board not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to My Boards' })).toBeVisible();
  });

  it('tries again after a failure', async () => {
    const core = await startAccount({ '/boards/get-boards/': { body: [] }, '/boards/groceries-7f3k/changes/': SERVER_ERROR });
    showBoard('groceries-7f3k');
    await core.settle();
    await core.serve({ '/boards/groceries-7f3k/changes/': refusal(404, 'not_found', 'Not found.') });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await core.settle();
    expect(screen.getByText('Board not found')).toBeVisible();
  });

  it('draws its lists and cards', async () => {
    const { bread } = await open();
    expect(screen.getByRole('heading', { name: 'Untitled list' })).toBeVisible();
    const card = screen.getByRole('button', { name: 'Bread' });
    expect(card).toHaveTextContent('High');
    expect(card).toHaveTextContent('Today, 9:00 AM');
    expect(card).toHaveTextContent('Bakery');
    expect(card).toHaveAttribute('data-card-id', bread);
  });

  it('adds lists, one after the other, until Escape', async () => {
    const { core } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'New List' }));
    const field = screen.getByRole('textbox', { name: 'List name' });
    expect(field).toHaveFocus();
    await userEvent.keyboard('Next{Enter}Later{Enter}{Escape}');
    expect(listNames(core)).toEqual(['Today', '', 'Next', 'Later']);
    expect(screen.getByRole('region', { name: 'Later' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'New List' })).toHaveFocus();
  });

  it('adds cards, resets to low priority, stays open, ignores blanks, and closes on Escape without losing the text', async () => {
    const { core, today } = await open();
    const list = within(screen.getByRole('region', { name: 'Today' }));
    await userEvent.click(list.getByRole('button', { name: 'Add card' }));
    const field = list.getByRole('textbox', { name: 'Card title' });
    expect(field).toHaveFocus();
    await userEvent.selectOptions(list.getByRole('combobox', { name: 'Priority' }), 'medium');
    await userEvent.type(field, 'Jam{Enter}');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('');
    expect(list.getByRole('combobox', { name: 'Priority' })).toHaveValue('low');
    await userEvent.keyboard('   {Enter}');
    expect(sentIntents(core)).toHaveLength(1);
    expect(titlesIn(core, today)).toEqual(['Bread', 'Milk', 'Jam']);
    expect(list.getByRole('button', { name: 'Jam' })).toHaveTextContent('Medium');
    await userEvent.keyboard('honey{Escape}');
    expect(list.getByRole('button', { name: 'Add card' })).toHaveFocus();
    await userEvent.click(list.getByRole('button', { name: 'Add card' }));
    expect(list.getByRole('textbox', { name: 'Card title' })).toHaveValue('   honey');
  });

  it('keeps the text of a rejected card and shows the error', async () => {
    const { core, today } = await open();
    const title = 'Jam'.repeat(167);
    const list = within(screen.getByRole('region', { name: 'Today' }));
    await userEvent.click(list.getByRole('button', { name: 'Add card' }));
    fireEvent.change(list.getByRole('textbox', { name: 'Card title' }), { target: { value: title } });
    await userEvent.keyboard('{Enter}');
    expect(list.getByRole('alert')).toHaveTextContent('Shorten the title');
    expect(list.getByRole('textbox', { name: 'Card title' })).toHaveValue(title);
    expect(titlesIn(core, today)).toEqual(['Bread', 'Milk']);
  });

  it('renames and deletes a list', async () => {
    const { core } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Options for Today' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }));
    await userEvent.keyboard('Tomorrow{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Options for Untitled list' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(listNames(core)).toEqual(['Tomorrow']);
    expect(screen.getByRole('heading', { name: 'Tomorrow' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Untitled list' })).toBeNull();
  });
});
