import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Toaster } from 'react-hot-toast';
import { describe, expect, it, vi } from 'vitest';
import { addBoard } from '../../testing/boards';
import { type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { preferencesResponse, SERVER_BOARD, SERVER_ERROR, serverBoard } from '../../testing/responses';
import { SaveViewButton, ViewLinks, ViewsDialog } from '.';
import { addView, currentViews, deleteView, isViewName, MAX_VIEWS, moveView, parseViews, viewPath, viewQuery } from './views';

const names = () => currentViews().map(({ name }) => name);

/** Shows the button and the links of a board at an address. */
async function show(search: string) {
  const core = await startGuest();
  const { board } = await addBoard(core, { name: 'Home' });
  const path = `/app/b/${board.slug}`;
  const Page = () => (
    <>
      <SaveViewButton board_id={board.id} />
      <ViewLinks board_id={board.id} path={path} name="Home" />
      <Toaster />
    </>
  );
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: [`${path}${search}`] });
  render(<RouterProvider router={router} />);
  return { core, board, path, router };
}

const save = async (name: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'View name' }), name);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
};
const menu = async (view: string, item: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Options for ${view}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};
const links = () => within(screen.getByRole('list', { name: 'Views of Home' })).getAllByRole('link').map(({ textContent }) => textContent);

describe('a view', () => {
  it('is saved with the filter of the address, and linked', async () => {
    const { core, board, path } = await show('?priority=high&card=x&label=b&label=a');
    await save('  Important ');
    expect(core.state().preferences.views).toBe(
      JSON.stringify([{ name: 'Important', board_id: board.id, query: 'label=b&label=a&priority=high', id: '1' }]),
    );
    const link = screen.getByRole('link', { name: 'Important' });
    expect(link).toHaveAttribute('href', `${path}?label=b&label=a&priority=high`);
    expect(link).toHaveAttribute('aria-current', 'true');
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
  });

  it('needs a filter and a name of 1 to 100 characters', async () => {
    const { router, path } = await show('');
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
    await act(() => router.navigate(`${path}?due=today`));
    await save(' ');
    expect(screen.getByRole('alert')).toHaveTextContent('Use 1 to 100 characters.');
    expect(names()).toEqual([]);
    expect([isViewName('😀'.repeat(100)), isViewName('😀'.repeat(101))]).toEqual([true, false]);
  });

  it('is renamed, moved, deleted, and restored in its position', async () => {
    const { board } = await show('?due=today');
    for (const name of ['One', 'Two', 'Three']) act(() => void addView({ name, board_id: board.id, query: `text=${name}` }));
    await menu('One', 'Rename');
    const field = await screen.findByRole('textbox', { name: 'View name' });
    await userEvent.clear(field);
    await userEvent.type(field, 'First');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(links()).toEqual(['First', 'Two', 'Three']));
    await menu('Three', 'Move view up');
    expect(links()).toEqual(['First', 'Three', 'Two']);
    await menu('First', 'Move view down');
    expect(links()).toEqual(['Three', 'First', 'Two']);
    await menu('First', 'Delete');
    expect(links()).toEqual(['Three', 'Two']);
  });

  it('that is deleted can be restored after other changes', async () => {
    await startGuest();
    for (const name of ['One', 'Two', 'Three']) addView({ name, board_id: null, query: `label=${name}` });
    const restore = deleteView('2');
    addView({ name: 'Four', board_id: null, query: 'label=Four' });
    restore?.();
    expect(names()).toEqual(['One', 'Two', 'Three', 'Four']);
    expect(deleteView('9')).toBeNull();
  });

  it('moves among the views of its own page', async () => {
    await startGuest();
    for (const [name, board_id] of [['A', 'x'], ['B', null], ['C', 'x']] as const) addView({ name, board_id, query: 'due=today' });
    moveView('3', 'up');
    expect(names()).toEqual(['C', 'B', 'A']);
    moveView('2', 'up');
    expect(names()).toEqual(['C', 'B', 'A']);
  });

  it('is refused beyond fifty', async () => {
    const { board } = await show('?due=today');
    act(() => {
      for (let number = 0; number < MAX_VIEWS; number += 1) addView({ name: String(number), board_id: board.id, query: `text=${number}` });
    });
    await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
    expect(await screen.findByText('You have 50 views. Delete one to save another.')).toBeVisible();
  });

  it('is hidden if its board is lost', async () => {
    const core: RealCore = await startGuest();
    const { board } = await addBoard(core, { name: 'Home' });
    const view = { id: '1', name: 'Today', board_id: board.id, query: 'due=today' };
    expect(viewPath(view, core.state().boards)).toBe(`/app/b/${board.slug}?due=today`);
    core.do({ type: 'delete_board', board_id: board.id });
    expect(viewPath(view, core.state().boards)).toBeNull();
    expect(viewPath({ ...view, board_id: null }, [])).toBe('/app/tasks?due=today');
  });
});

describe('the stored views', () => {
  it.each(['', 'x', 'null', '{}', '[null,1,{"id":1},{"id":"1","name":"A","board_id":2,"query":""}]'])('are none in %j', (text) => {
    expect(parseViews(text)).toEqual([]);
  });

  it('compare filters in any order', () => {
    expect(viewQuery('?text=a+b&card=1&due=today')).toBe('due=today&text=a+b');
    expect(viewQuery('?due=today&text=a%20b')).toBe('due=today&text=a+b');
    expect(viewQuery('')).toBe('');
  });
});

describe('the dialog of views', () => {
  async function showDialog() {
    const core = await startGuest();
    const { board } = await addBoard(core, { name: 'Home' });
    await addBoard(core, { name: 'Other' });
    addView({ name: 'Important', board_id: board.id, query: 'priority=high' });
    addView({ name: 'Due today', board_id: null, query: 'due=today' });
    const onClose = vi.fn();
    const router = createMemoryRouter([{ path: '*', Component: () => <ViewsDialog onClose={onClose} /> }], { initialEntries: ['/app'] });
    render(<RouterProvider router={router} />);
    return { board, router, onClose, dialog: within(await screen.findByRole('dialog', { name: 'Views' })) };
  }

  it('has the views by page, and closes when one is opened', async () => {
    const { board, router, onClose, dialog } = await showDialog();
    expect(dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Tasks', 'Home']);
    expect(within(dialog.getByRole('list', { name: 'Views of Tasks' })).getByRole('link')).toHaveAttribute('href', '/app/tasks?due=today');
    await userEvent.click(within(dialog.getByRole('list', { name: 'Views of Home' })).getByRole('link', { name: 'Important' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(router.state.location.pathname + router.state.location.search).toBe(`/app/b/${board.slug}?priority=high`);
  });

  it('says how to save a view when the last one was deleted', async () => {
    const { dialog } = await showDialog();
    await menu('Important', 'Delete');
    await menu('Due today', 'Delete');
    expect(await dialog.findByText('No views yet. Filter a board or your tasks, then save the view.')).toBeVisible();
  });

  it('does not say that there are no views while boards are not loaded', async () => {
    const { responses } = serverBoard('launch-ab12', {});
    const views = JSON.stringify([{ name: 'Important', board_id: SERVER_BOARD, query: 'priority=high', id: '1' }]);
    const core = await startAccount({ ...responses, '/preferences/': preferencesResponse({ views }), 'GET /boards/get-boards/': SERVER_ERROR });
    await core.settle();
    const router = createMemoryRouter([{ path: '*', Component: () => <ViewsDialog onClose={vi.fn()} /> }], { initialEntries: ['/app'] });
    render(<RouterProvider router={router} />);
    const dialog = within(await screen.findByRole('dialog', { name: 'Views' }));
    expect(dialog.queryByText(/No views yet/)).toBeNull();
    await core.settle();
    expect(dialog.queryByText(/No views yet/)).toBeNull();
    await core.serve(responses);
    core.do({ type: 'load_boards' });
    await core.settle();
    expect(dialog.getByRole('link', { name: 'Important' })).toBeVisible();
  });
});
