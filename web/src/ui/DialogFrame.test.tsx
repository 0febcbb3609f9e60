import * as RadixDialog from '@radix-ui/react-dialog';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DialogFrame } from './DialogFrame';
import { usePreviousFocus } from './focus';

interface NoteProps {
  name: string;
  open: boolean;
  onClose: () => void;
}

function Note({ name, open, onClose }: NoteProps) {
  const findPreviousFocus = usePreviousFocus(open);
  return (
    <DialogFrame open={open} onClose={onClose} findFocusTarget={findPreviousFocus}>
      <RadixDialog.Title>{name}</RadixDialog.Title>
      {/* A field that takes the focus before the dialog traps it. */}
      <input aria-label={`Text of ${name}`} autoFocus />
    </DialogFrame>
  );
}

/** Shows a page with two dialogs. Each opens while the other one may still be closing. */
function Page() {
  const [shown, setShown] = useState('');
  const close = () => setShown('');
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => (key === '1' || key === '2') && setShown(key);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button type="button">Page</button>
      <Note name="1" open={shown === '1'} onClose={close} />
      <Note name="2" open={shown === '2'} onClose={close} />
    </>
  );
}

/** Lets dialogs stay until their exit animation ends, which the fake browser does not play. */
function stubExitAnimation(): void {
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  const { getComputedStyle } = window;
  vi.spyOn(window, 'getComputedStyle').mockImplementation((element, pseudo) => {
    const state = () => (element instanceof HTMLElement ? element.dataset.state : undefined);
    return new Proxy(getComputedStyle(element, pseudo), {
      get: (styles, name) => {
        if (name === 'animationName') return state() === 'closed' ? 'leave' : 'none';
        const value: unknown = Reflect.get(styles, name);
        return typeof value === 'function' ? value.bind(styles) : value;
      },
    });
  });
}

/** Ends the exit animation of a dialog. */
const endAnimation = (dialog: Element) => act(() => fireEvent(dialog, Object.assign(new Event('animationend'), { animationName: 'leave' })));

const dialogs = () => document.querySelectorAll('[role=dialog]');

describe('the focus', () => {
  beforeEach(() => {
    stubExitAnimation();
    render(<Page />);
    screen.getByRole('button', { name: 'Page' }).focus();
  });

  it('returns after the exit animation', async () => {
    await userEvent.keyboard('1');
    expect(screen.getByRole('textbox')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(dialogs()).toHaveLength(1);
    for (const dialog of dialogs()) endAnimation(dialog);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Page' })).toHaveFocus());
  });

  it('stays in a dialog that was opened while another one was closing, and then returns to the page', async () => {
    await userEvent.keyboard('1');
    await userEvent.keyboard('{Escape}');
    const [first] = dialogs();
    await userEvent.keyboard('2');
    expect(dialogs()).toHaveLength(2);
    if (first) endAnimation(first);
    await waitFor(() => expect(dialogs()).toHaveLength(1));
    // Radix returns the focus in a task of its own.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.getByRole('textbox', { name: 'Text of 2' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    for (const dialog of dialogs()) endAnimation(dialog);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Page' })).toHaveFocus());
  });
});
