import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startGuest } from '../../testing/real-core';
import { completeSession } from '../../testing/timer';
import { Announcer } from '../../ui/Announcer';
import { InstallNotice } from './InstallNotice';

const prompt = vi.fn(async () => undefined);

beforeEach(() => {
  window.installPrompt = Object.assign(new Event('beforeinstallprompt'), { prompt });
});
afterEach(() => {
  window.installPrompt = undefined;
});

it('appears after the second completed focus session and the notice of its end, and installs the app', async () => {
  const core = await startGuest();
  render(
    <>
      <InstallNotice />
      <Announcer />
    </>,
  );
  const notice = () => screen.queryByRole('region', { name: 'Install app' });
  await completeSession(core);
  // Breaks and skipped sessions do not count.
  core.do({ type: 'skip_timer' }, { type: 'start_timer' }, { type: 'skip_timer' }, { type: 'skip_timer' });
  expect(notice()).toBeNull();
  await completeSession(core);
  expect(notice()).toBeNull();
  core.do({ type: 'skip_timer' });
  expect(notice()).toBeVisible();
  expect(document.querySelector('[aria-live=polite]')).toHaveTextContent(/in its own window/);
  await userEvent.click(screen.getByRole('button', { name: 'Install' }));
  expect(prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(notice()).toBeNull());
});
