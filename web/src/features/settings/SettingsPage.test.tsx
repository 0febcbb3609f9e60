import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { startFakeCore } from '../../core/testing';
import { SettingsPage } from './SettingsPage';

const open = (address = '/app/settings') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <SettingsPage />
    </MemoryRouter>,
  );

describe('settings', () => {
  it('saves the focus time', async () => {
    const core = startFakeCore();
    open();
    const field = screen.getByRole('textbox', { name: 'Focus Time' });
    expect(field).toHaveValue('25');
    await userEvent.clear(field);
    await userEvent.type(field, '50');
    await userEvent.click(screen.getByRole('button', { name: 'Save Focus Time' }));
    expect(core.intents).toEqual([{ type: 'set_focus_time', minutes: 50 }]);
  });

  it('says when what was typed is no number, and keeps it', async () => {
    const core = startFakeCore();
    open();
    const field = screen.getByRole('textbox', { name: 'Focus Time' });
    await userEvent.clear(field);
    await userEvent.type(field, 'soon{Enter}');
    expect(field).toHaveAccessibleDescription('Enter whole minutes, from 1 to 180.');
    expect(field).toHaveValue('soon');
    expect(core.intents).toEqual([]);
  });

  it('chooses the theme', async () => {
    const core = startFakeCore();
    open('/app/settings?section=preference');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'light');
    expect(core.intents).toEqual([{ type: 'set_theme', theme: 'light' }]);
  });

  it('leads to its four sections', async () => {
    startFakeCore();
    open();
    for (const name of ['Profile', 'Preference', 'Subscription', 'General']) {
      await userEvent.click(screen.getByRole('link', { name }));
      expect(screen.getByRole('heading', { level: 2, name })).toBeVisible();
    }
  });
});
