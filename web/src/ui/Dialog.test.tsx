import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stubTouchScreen } from '../testing/touch';
import { Dialog } from './Dialog';

const cancel = <button type="button">Cancel</button>;

const passwordForm = (
  <form>
    {cancel}
    <input type="text" autoComplete="username" aria-label="User name" readOnly hidden />
    <input type="password" aria-label="Password" />
  </form>
);

const search = (
  <>
    <input aria-label="Search" type="search" />
    {cancel}
  </>
);

const sounds = (chosen: string) => (
  <>
    {['None', 'Rain'].map((name) => (
      <input key={name} type="radio" name="sound" aria-label={name} checked={name === chosen} readOnly />
    ))}
    {cancel}
  </>
);

describe('the first focus of a dialog', () => {
  it.each<[string, string, ReactNode]>([
    ['the first text field of a form', 'Password', passwordForm],
    ['the first control of a question', 'Cancel', cancel],
    ['no search, which would open the keyboard of a phone', 'Cancel', search],
    ['the chosen radio button', 'Rain', sounds('Rain')],
    ['the first radio button if none is chosen', 'None', sounds('')],
  ])('is %s', (_, name, children) => {
    render(<Dialog open onClose={() => undefined} title="Title">{children}</Dialog>);
    expect(document.activeElement).toHaveAccessibleName(name);
    expect(screen.getByRole('dialog', { name: 'Title' })).toContainElement(document.activeElement as HTMLElement);
  });

  it.each<[string, Partial<Parameters<typeof Dialog>[0]>]>([
    ['is wide', { size: 'wide' }],
    ['contains nothing but text', { isScrollFocusable: true }],
  ])('is the dialog itself if it %s', (_, props) => {
    render(<Dialog open onClose={() => undefined} title="Title" {...props}>{cancel}</Dialog>);
    expect(screen.getByRole('dialog')).toHaveFocus();
  });

  it('is the dialog itself on a touch screen if it must not open the keyboard', () => {
    const dialog = <Dialog open onClose={() => undefined} title="Title" opensKeyboard={false}>{passwordForm}</Dialog>;
    const { unmount } = render(dialog);
    expect(screen.getByLabelText('Password')).toHaveFocus();
    unmount();
    onTestFinished(stubTouchScreen());
    render(dialog);
    expect(screen.getByRole('dialog')).toHaveFocus();
  });
});
