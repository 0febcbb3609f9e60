import { act, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadPage } from '../../platform/reload';
import { startAccount, startGuest } from '../../testing/real-core';
import { preferencesResponse } from '../../testing/responses';
import { markLogIn } from '../../shell/languages';
import { Toaster } from '../../ui/Toaster';
import { useLanguageToast } from './useLanguageToast';

vi.mock('../../platform/reload');
// The page was requested in Spanish, but its texts could not be loaded.
vi.mock('../../messages/format', async (load) => ({ ...(await load<object>()), REQUESTED_LOCALE: 'es' }));

const findToast = () => screen.queryByText((_, element) => element?.tagName === 'SPAN' && element.textContent === 'Reload the page to use Twentyfour in Deutsch.');

function Page() {
  useLanguageToast();
  return <Toaster position="bottom-left" duration={5000} />;
}

beforeEach(() => void vi.mocked(reloadPage).mockClear());
afterEach(() => {
  act(() => toast.remove());
});

it('offers a reload if the language was chosen elsewhere', async () => {
  const core = await startGuest({ fakesTimers: true });
  render(<Page />);
  await core.advance(3000);
  expect(findToast()).toBeNull();
  core.do({ type: 'set_preferences', update: { language: 'de' } });
  // The settings reload the page sooner.
  await core.advance(1500);
  expect(findToast()).toBeNull();
  await core.advance(1000);
  expect(findToast()?.querySelector('[lang=de]')).toHaveTextContent('Deutsch');
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('does not, once the language is the same again', async () => {
  const core = await startGuest({ fakesTimers: true });
  render(<Page />);
  core.do({ type: 'set_preferences', update: { language: 'de' } });
  await core.advance(1000);
  core.do({ type: 'set_preferences', update: { language: 'en' } });
  await core.advance(3000);
  expect(findToast()).toBeNull();
});

it('does not, if the texts of that language could not be loaded', async () => {
  const core = await startGuest({ fakesTimers: true });
  render(<Page />);
  core.do({ type: 'set_preferences', update: { language: 'es' } });
  await core.advance(3000);
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
  expect(reloadPage).not.toHaveBeenCalled();
});

it('reloads the page right after a log-in', async () => {
  const core = await startAccount({ '/preferences/': preferencesResponse({ language: 'de' }) }, { fakesTimers: true });
  markLogIn();
  render(<Page />);
  await core.advance(3000);
  expect(reloadPage).toHaveBeenCalledOnce();
  expect(findToast()).toBeNull();
});
