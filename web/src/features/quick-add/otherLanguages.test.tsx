import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { startGuest } from '../../testing/real-core';
import { preloadQuickAdd, QuickAdd } from './QuickAdd';

vi.mock('../../messages/format', async (load) => ({ ...(await load<object>()), LOCALE: 'de' }));

it('the field says that dates are understood in English, if the page is in another language', async () => {
  await startGuest();
  await preloadQuickAdd();
  render(<QuickAdd />, { wrapper: MemoryRouter });
  await userEvent.keyboard('q');
  expect(await screen.findByRole('textbox', { name: 'Quick add' })).toHaveAccessibleDescription(expect.stringContaining('Dates and repeats in English: tomorrow 5pm'));
  expect(screen.getByText('tomorrow 5pm')).toHaveAttribute('lang', 'en');
});
