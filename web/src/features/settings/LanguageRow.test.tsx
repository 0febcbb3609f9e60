import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { reloadPage } from '../../platform/reload';
import { startAccount, startGuest } from '../../testing/real-core';
import { chooseLanguage } from './chooseLanguage';
import { LanguageRow } from './LanguageRow';

vi.mock('../../platform/reload');

beforeEach(() => void vi.mocked(reloadPage).mockClear());

/** Chooses a language in the list of languages. */
async function choose(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Language: English' }));
  await userEvent.click(screen.getByRole('option', { name }));
}

it('shows each language in its own language', async () => {
  await startGuest();
  render(<LanguageRow />);
  await userEvent.click(screen.getByRole('button', { name: 'Language: English' }));
  const options = within(screen.getByRole('listbox', { name: 'Language' })).getAllByRole('option');
  expect(options.map((option) => [option.textContent, option.querySelector('[lang]')?.getAttribute('lang')])).toEqual([
    ['English', 'en'],
    ['Deutsch', 'de'],
    ['Español', 'es'],
  ]);
  // Choosing the current one does nothing.
  await userEvent.click(screen.getByRole('option', { name: 'English' }));
  expect(reloadPage).not.toHaveBeenCalled();
});

it('stores the choice of a guest and reloads the page', async () => {
  const core = await startGuest();
  render(<LanguageRow />);
  await choose('Deutsch');
  expect(JSON.parse(core.browser.stored.get('preferences') ?? '{}')).toMatchObject({ language: 'de', hour_format: '24' });
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('reloads the page of an account when the choice has been sent', async () => {
  const core = await startAccount({ 'PUT /preferences/': null });
  render(<LanguageRow />);
  await choose('Español');
  await core.settle();
  expect(reloadPage).not.toHaveBeenCalled();
  await core.serve({ 'PUT /preferences/': { body: core.state().preferences } });
  await core.settle();
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('reloads the page after a second without an answer', async () => {
  const core = await startAccount({ 'PUT /preferences/': null });
  render(<LanguageRow />);
  await choose('Deutsch');
  await core.settle();
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce(), { timeout: 3000 });
  act(() => core.do({ type: 'set_theme', theme: 'light' }));
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('reloads the page into the language that was chosen elsewhere', async () => {
  const core = await startGuest();
  core.do({ type: 'set_preferences', update: { language: 'de' } });
  render(<LanguageRow />);
  await userEvent.click(screen.getByRole('button', { name: 'Language: Deutsch' }));
  await userEvent.click(screen.getByRole('option', { name: 'Deutsch' }));
  expect(reloadPage).toHaveBeenCalledOnce();
  expect(core.intents).not.toContainEqual(expect.objectContaining({ type: 'set_preferences' }));
});

it('keeps the time format when English is chosen', async () => {
  const core = await startGuest();
  core.do({ type: 'set_preferences', update: { language: 'de', hour_format: '12' } });
  chooseLanguage('es');
  chooseLanguage('en');
  expect(core.state().preferences).toMatchObject({ language: 'en', hour_format: '12' });
  core.do({ type: 'set_preferences', update: { language: 'de', hour_format: '24' } });
  chooseLanguage('en');
  expect(core.state().preferences).toMatchObject({ language: 'en', hour_format: '24' });
});
