import { fireEvent, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addBoard } from '../../testing/boards';
import { startGuest } from '../../testing/real-core';
import { currentDrag } from './dragStore';
import { enablePointerDrag } from './pointerDrag';

it('follows a pointer that rests while the week scrolls', async () => {
  const core = await startGuest({ now: '2026-11-30T08:40' });
  await addBoard(core, { name: 'Home', lists: { 'To do': [{ title: 'Milk', due_date: '2026-11-30T18:00' }] } });
  core.do({ type: 'load_tasks' });
  const [task] = core.state().tasks.tasks;
  const area = document.body.appendChild(document.createElement('div'));
  area.innerHTML = `<div data-day="2026-11-30" data-time-axis><button data-entry="${task?.card_id}"><span data-time></span></button></div>`;
  const axis = area.firstElementChild as HTMLElement;
  const disable = enablePointerDrag(area, () => task);
  onTestFinished(() => {
    disable();
    area.remove();
    Reflect.deleteProperty(document, 'elementFromPoint');
  });
  // An hour has 60 pixels.
  let scrollTop = 0;
  vi.spyOn(axis, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, -scrollTop, 100, 1440));
  // jsdom has none.
  document.elementFromPoint = () => axis;
  const button = screen.getByRole('button');
  const at = (clientY: number) => ({ pointerId: 1, isPrimary: true, button: 0, buttons: 1, clientX: 10, clientY });
  fireEvent.pointerDown(button, at(1085));
  for (const y of [1095, 1110, 1145]) fireEvent.pointerMove(document, at(y));
  await vi.waitFor(() => expect(currentDrag()).not.toBeNull());
  fireEvent.pointerMove(document, at(1145));
  expect(currentDrag()?.due_date).toBe('2026-11-30T19:00');
  scrollTop = 60;
  fireEvent.scroll(area);
  expect(currentDrag()?.due_date).toBe('2026-11-30T20:00');
  fireEvent.pointerUp(document, at(1145));
  await vi.waitFor(() => expect(currentDrag()).toBeNull());
  expect(core.intents.at(-1)).toMatchObject({ type: 'set_due_date', due_date: '2026-11-30T20:00' });
});
