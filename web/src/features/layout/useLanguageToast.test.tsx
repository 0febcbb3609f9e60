import { act, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reloadPage } from '../../platform/reload';
import { startGuest } from '../../testing/real-core';
import { Toaster } from '../../ui/Toaster';
import { useLanguageToast } from './useLanguageToast';

vi.mock('../../platform/reload');

const TEXT = 'Reload the page to use Twentyfour in Deutsch.';

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
  expect(screen.queryByText(TEXT)).toBeNull();
  core.do({ type: 'set_preferences', update: { language: 'de' } });
  // The settings reload the page sooner.
  await core.advance(1500);
  expect(screen.queryByText(TEXT)).toBeNull();
  await core.advance(1000);
  expect(screen.getByText(TEXT)).toBeInTheDocument();
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
  expect(screen.queryByText(TEXT)).toBeNull();
});
