import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar } from './Avatar';

const PICTURE = `/api/avatars/${'0a'.repeat(16)}/`;
const OTHER = `/api/avatars/${'0b'.repeat(16)}/`;
const avatar = (picture: string | null) => <Avatar name="Ada Byron" userId="1" picture={picture} />;
const face = () => screen.getByTitle('Ada Byron');
const image = () => face().querySelector('img');

it('shows the picture over the initials, and screen readers skip both', () => {
  render(avatar(PICTURE));
  expect(image()).toHaveAttribute('src', PICTURE);
  expect(image()).toHaveAttribute('alt', '');
  expect(face()).toHaveTextContent('AB');
  expect(face()).toHaveAttribute('aria-hidden', 'true');
});

it('shows only the initials without a picture', () => {
  render(avatar(null));
  expect(image()).toBeNull();
  expect(face()).toHaveTextContent('AB');
});

it('falls back to the initials if the picture cannot be loaded, until there is another one', () => {
  const { rerender } = render(avatar(PICTURE));
  fireEvent.error(image()!);
  expect(image()).toBeNull();
  expect(face()).toHaveTextContent('AB');
  rerender(avatar(OTHER));
  expect(image()).toHaveAttribute('src', OTHER);
});
