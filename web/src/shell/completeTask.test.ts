import { expect, it, vi } from 'vitest';
import { vibrate } from '../platform/haptics';
import { showToast } from '../platform/toasts';
import { addBoard } from '../testing/boards';
import { startGuest } from '../testing/real-core';
import { completeTask } from './completeTask';

vi.mock('../platform/haptics', () => ({ vibrate: vi.fn() }));
vi.mock('../platform/toasts', async (load) => ({ ...(await load<object>()), showToast: vi.fn() }));

it('vibrates when a card is done, and not when it is open again', async () => {
  const core = await startGuest();
  const { board, cards } = await addBoard(core, { name: 'Home', lists: { '': [{ title: 'Bread' }] } });
  const task = { board_id: board.id, card_id: cards.Bread ?? '' };
  core.do({ type: 'open_board', slug: board.slug });
  const priority = () => core.state().open_board?.cards[0]?.priority;
  completeTask({ ...task, priority: 'low' });
  expect(priority()).toBe('completed');
  expect(vibrate).toHaveBeenCalledExactlyOnceWith('complete');
  completeTask({ ...task, priority: 'completed' });
  expect(priority()).toBe('low');
  expect(vibrate).toHaveBeenCalledOnce();
  expect(showToast).not.toHaveBeenCalled();
});

it('shows why a card cannot be completed', async () => {
  const core = await startGuest();
  const { board } = await addBoard(core, { name: 'Home' });
  vi.mocked(vibrate).mockClear();
  completeTask({ board_id: board.id, card_id: board.id, priority: 'low' });
  expect(showToast).toHaveBeenCalledExactlyOnceWith('error', expect.stringMatching(/./), null);
  expect(vibrate).not.toHaveBeenCalled();
});
