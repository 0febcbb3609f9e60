import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preloadTooltip, Tooltip } from './Tooltip';

beforeEach(preloadTooltip);
afterEach(() => vi.useRealTimers());

function renderTooltip(): void {
  render(
    <Tooltip text="Shuffle">
      <button type="button">Next</button>
    </Tooltip>,
  );
}

const button = () => screen.getByRole('button', { name: 'Next' });
const isShown = () => screen.queryByRole('tooltip', { name: 'Shuffle' }) !== null;
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('a tooltip opens when the pointer rests on its element, and describes it', async () => {
  vi.useFakeTimers();
  renderTooltip();
  fireEvent.pointerEnter(button(), { pointerType: 'mouse' });
  await wait(300);
  expect(isShown()).toBe(false);
  await wait(200);
  expect(isShown()).toBe(true);
  expect(button()).toHaveAccessibleDescription('Shuffle');
  fireEvent.pointerLeave(button());
  await wait(200);
  expect(isShown()).toBe(false);
});

it('a tooltip opens on keyboard focus and closes on a press', async () => {
  render(<button type="button">Before</button>);
  renderTooltip();
  await userEvent.tab();
  await userEvent.tab();
  expect(await screen.findByRole('tooltip', { name: 'Shuffle' })).toBeInTheDocument();
  fireEvent.pointerDown(button());
  expect(isShown()).toBe(false);
});

it('a tooltip stays closed when its button gets the focus back', async () => {
  vi.useFakeTimers();
  renderTooltip();
  act(() => button().focus());
  await wait(1000);
  expect(isShown()).toBe(false);
});

it('a tooltip does not open before its time if the pointer leaves, nor on touch', async () => {
  vi.useFakeTimers();
  renderTooltip();
  fireEvent.pointerEnter(button(), { pointerType: 'touch' });
  await wait(1000);
  expect(isShown()).toBe(false);
  fireEvent.pointerEnter(button(), { pointerType: 'mouse' });
  fireEvent.pointerLeave(button());
  await wait(1000);
  expect(isShown()).toBe(false);
});
