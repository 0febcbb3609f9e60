import type { Member } from '@twentyfour/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Faces } from './Faces';

const PICTURE = `/api/avatars/${'0a'.repeat(16)}/`;
const NAMES = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay'];
const member = (first_name: string): Member => ({
  user_id: first_name,
  first_name,
  last_name: 'Byron',
  picture: first_name === 'Ada' ? PICTURE : null,
  role: 'editor',
});
const members = (count: number) => NAMES.slice(0, count).map(member);
const shownFaces = (container: HTMLElement) => container.querySelectorAll('[aria-hidden="true"][title]');

it('shows all faces up to the maximum', () => {
  const { container } = render(<Faces members={members(3)} max={3} ring="ring-page" label="Assigned: Ada, Ben, Cleo" />);
  expect(shownFaces(container)).toHaveLength(3);
  expect(container.querySelectorAll('img')).toHaveLength(1);
  expect(container.querySelector('img')).toHaveAttribute('src', PICTURE);
  expect(container).not.toHaveTextContent('+');
});

it('counts the others, and has one label with everybody', () => {
  const { container } = render(<Faces members={members(6)} max={3} ring="ring-page" label="Members: all of them" />);
  expect(shownFaces(container)).toHaveLength(3);
  expect(container).toHaveTextContent('+3');
  const faces = screen.getByRole('img', { name: 'Members: all of them' });
  expect(faces).toHaveAttribute('title', NAMES.map((name) => `${name} Byron`).join(', '));
});

it('is skipped by screen readers without a label, and can mark faces', () => {
  const mark = ({ first_name }: Member) => first_name === 'Ben' && <i data-mark />;
  const { container } = render(<Faces members={members(2)} max={4} ring="ring-page" markOf={mark} />);
  expect(screen.queryByRole('img')).toBeNull();
  expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true');
  expect(container.querySelectorAll('[data-mark]')).toHaveLength(1);
  expect(screen.getByTitle('Ben Byron').parentElement?.querySelector('[data-mark]')).not.toBeNull();
});
