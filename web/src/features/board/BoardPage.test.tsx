import type { SubtaskView } from '@twentyfour/core';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { cardDetails } from '../../testing/fake-core';
import { sentIntents, open, opened, view } from './testing';

describe('the picture of a board', () => {
  it('is not there where the board has none', () => {
    open();
    expect(screen.queryByTestId('board-picture')).toBeNull();
  });

  it('covers the page where the board has one', () => {
    open({ ...opened, open_board: { ...view, board: { ...view.board, image: '/backgrounds/dusk-2560.webp' } } });
    expect(screen.getByTestId('board-picture').querySelector('img')).toHaveAttribute('src', '/backgrounds/dusk-2560.webp');
    expect(screen.queryByText(/Photo by/)).toBeNull();
  });

  it('credits a photo and requests only the image from its host', () => {
    const photo = 'https://images.unsplash.com/photo-1?w=1080';
    const wearing = (image: string) => ({ ...opened, open_board: { ...view, board: { ...view.board, image } } });
    open(wearing(`${photo}#by=Ada%20Byron&link=https%3A%2F%2Funsplash%2Ecom%2F%40ada`));
    expect(screen.getByTestId('board-picture').querySelector('img')?.getAttribute('src')).not.toContain('#');
    expect(screen.getByRole('link', { name: 'Ada Byron' })).toHaveAttribute('href', 'https://unsplash.com/@ada');
    expect(screen.getByRole('link', { name: 'Unsplash' })).toBeVisible();
  });

  it('does not link credits with unsafe URLs', () => {
    const image = 'https://images.unsplash.com/photo-1#by=Eve&link=javascript%3Aalert(1)';
    open({ ...opened, open_board: { ...view, board: { ...view.board, image } } });
    expect(screen.queryByText(/Photo by/)).toBeNull();
  });
});

describe('a card that cannot be drawn', () => {
  it('shows the error in its dialog and keeps the board working', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const subtasks = [null] as unknown as SubtaskView[];
    open({ ...opened, open_card: cardDetails({ id: 'bread', subtasks }) }, 'bread');
    const dialog = within(screen.getByRole('dialog', { name: 'Card' }));
    expect(dialog.getByRole('alert')).toHaveTextContent('Couldn’t show this card. Your changes are saved.');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Bread' })).toBeVisible();
  });
});

describe('a board', () => {
  it('opens on mount and closes on unmount', () => {
    const core = open();
    expect(core.intents).toEqual([{ type: 'open_board', slug: 'groceries-7f3k' }]);
    expect(document.title).toBe('Boards - Groceries');
    expect(screen.getByRole('heading', { level: 1, name: 'Groceries' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Boards /' })).toHaveAttribute('href', '/app/b');
  });

  it('shows a skeleton, then the board', () => {
    const core = open({ open_slug: 'groceries-7f3k', open_status: 'loading' });
    expect(screen.getByText('Loading board')).toBeInTheDocument();
    core.emit([{ type: 'board_status_changed', slug: 'groceries-7f3k', status: 'not_found' }]);
    expect(screen.getByText('Board not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to My Boards' })).toBeVisible();
  });

  it('tries again after a failure', async () => {
    const core = open({ open_slug: 'groceries-7f3k', open_status: 'failed' });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(core.intents.slice(1)).toEqual([{ type: 'open_board', slug: 'groceries-7f3k' }]);
  });

  it('draws its lists and cards', () => {
    open();
    expect(screen.getByRole('heading', { name: 'Untitled list' })).toBeVisible();
    const bread = screen.getByRole('button', { name: 'Bread' });
    expect(bread).toHaveTextContent('High');
    expect(bread).toHaveTextContent('Today, 9:00 AM');
    expect(bread).toHaveTextContent('Bakery');
    expect(bread).toHaveAttribute('data-card-id', 'bread');
  });

  it('adds lists, one after the other, until Escape', async () => {
    const core = open();
    await userEvent.click(screen.getByRole('button', { name: 'New List' }));
    const field = screen.getByRole('textbox', { name: 'List name' });
    expect(field).toHaveFocus();
    await userEvent.keyboard('Next{Enter}Later{Enter}{Escape}');
    expect(sentIntents(core)).toEqual([
      { type: 'add_list', name: 'Next' },
      { type: 'add_list', name: 'Later' },
    ]);
    expect(screen.getByRole('button', { name: 'New List' })).toBeVisible();
  });

  it('adds cards, resets to low priority, stays open, ignores blanks, and closes on Escape without losing the text', async () => {
    const core = open();
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
    expect(sentIntents(core)).toEqual([{ type: 'add_card', list_id: 'A', title: 'Jam', priority: 'medium' }]);
    await userEvent.keyboard('honey{Escape}');
    await userEvent.click(list.getByRole('button', { name: 'Add card' }));
    expect(list.getByRole('textbox', { name: 'Card title' })).toHaveValue('   honey');
  });

  it('keeps the text of a rejected card and shows the error', async () => {
    const core = open();
    core.reject = () => ({ code: 'title_too_long', message: 'Shorten the title to at most 500 characters.' });
    const list = within(screen.getByRole('region', { name: 'Today' }));
    await userEvent.click(list.getByRole('button', { name: 'Add card' }));
    await userEvent.keyboard('Jam{Enter}');
    expect(list.getByRole('alert')).toHaveTextContent('Shorten the title');
    expect(list.getByRole('textbox', { name: 'Card title' })).toHaveValue('Jam');
  });

  it('renames and deletes a list', async () => {
    const core = open();
    await userEvent.click(screen.getByRole('button', { name: 'Options for Today' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }));
    await userEvent.keyboard('Tomorrow{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Options for Untitled list' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(sentIntents(core)).toEqual([
      { type: 'edit_list', list_id: 'A', edit: { field: 'name', value: 'Tomorrow' } },
      { type: 'delete_list', list_id: 'B' },
    ]);
  });
});
