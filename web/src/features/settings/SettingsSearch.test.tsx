import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { USAGE, userResponse } from '../../testing/responses';
import { SETTINGS_SECTIONS, type SettingsSection } from './sections';
import { findSettings, settings } from './settingsIndex';
import { SettingsPage } from './SettingsPage';

const LOGIN = { id: '01900005-0000-7000-8000-000000000001', device: 'Firefox', created_at: '2026-03-01T08:00:00.000Z', last_seen: '2026-03-02T12:00:00.000Z', is_current: true };
const FEED = { url: 'https://24.example/calendar/s3cret.ics', options: { cards: 'all', includes_sessions: false }, created_at: '2026-03-03T08:00:00.000Z' };

/** The responses for an account that has everything that has a row. */
const RESPONSES = {
  'GET /user/': userResponse(),
  'GET /account/': { body: { account: { has_password: true, has_google: true, pending_email: null, delete_at: null, logins: [LOGIN], usage: USAGE } } },
  '/features/': { body: { google: true, mail: true, invitation_only: false, billing_portal_url: null } },
  'GET /account/calendar/': { body: { feed: FEED, source: null } },
  'GET /account/tokens/': { body: { tokens: [] } },
  'GET /webhooks/': { body: { webhooks: [] } },
};

async function open(core: RealCore, section: SettingsSection) {
  const view = render(
    <MemoryRouter initialEntries={[`/app/settings?section=${section}`]}>
      <SettingsPage />
    </MemoryRouter>,
  );
  await core.settle();
  return view;
}

/** Returns the titles of all rows and groups of the open section. */
const shownRows = () => [
  ...[...document.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => dataset.row ?? ''),
  ...screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent),
];

// Loading a module takes longer than `waitFor` waits.
beforeAll(() => Promise.all([import('./ShortcutsSection'), import('./integrations/IntegrationsSection')]));

/** What a section shows that is not a setting: a guest's name, what is included, and that an account is needed. */
const NO_SETTINGS = ['Ada', 'Everything is included on this server', 'You need an account'];

describe.each(['account', 'guest'] as const)('the index for a user with or without an account: %s', (audience) => {
  it.each(SETTINGS_SECTIONS)('has every row of the section %s, and no others', async (section) => {
    const core = audience === 'guest' ? await startGuest() : await startAccount(RESPONSES);
    await open(core, section);
    const indexed = settings().filter((setting) => setting.section === section && (setting.audience ?? audience) === audience);
    const known = new Set(indexed.flatMap(({ label, group }) => [label, group]));
    await waitFor(() => {
      const shown = shownRows().filter((title) => !NO_SETTINGS.includes(title));
      expect(shown.filter((title) => !known.has(title))).toEqual([]);
      expect(indexed.filter(({ label }) => !shown.includes(label)).map(({ label }) => label)).toEqual([]);
    });
  });
});

const labels = (query: string) => findSettings(query, 'account').flatMap((found) => found.settings.map(({ label }) => label));

describe('what a search finds', () => {
  it('has all words, in the label, the help line, the group or other words', async () => {
    await startGuest();
    expect(labels('contrast')).toEqual(['Contrast']);
    expect(labels('dark mode')).toEqual(['Choose Theme']);
    expect(labels('sessions long')).toContain('Rounds');
    expect(labels('appear dens')).toEqual(['Board density']);
    expect(labels('pomodoro xyz')).toEqual([]);
    expect(labels(' - ')).toEqual([]);
  });

  it('has the best match of a section first, and only rows that the user has', async () => {
    await startGuest();
    expect(labels('breaks')[0]).toBe('Auto-start breaks');
    expect(findSettings('password', 'guest')).toEqual([]);
    expect(findSettings('password', 'account')[0]?.section).toBe('profile');
  });
});

describe('the search field', () => {
  it('opens a row of another section by the keyboard, and highlights it', async () => {
    const animate = vi.fn();
    Object.assign(Element.prototype, { animate });
    onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'animate'));
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
    await open(await startGuest(), 'general');
    await userEvent.keyboard('/');
    const field = screen.getByRole('combobox', { name: 'Search settings' });
    expect(field).toHaveFocus();
    await userEvent.type(field, 'language');
    const list = await screen.findByRole('listbox', { name: 'Settings found' });
    const options = within(within(list).getByRole('group', { name: 'Preference' })).getAllByRole('option');
    expect(options[0]).toHaveTextContent('Language');
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    expect(field.getAttribute('aria-activedescendant')).toBe(options[0]?.id);
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('heading', { level: 2, name: 'Preference' })).toBeVisible();
    const language = screen.getByRole('button', { name: 'Language: English' });
    await waitFor(() => expect(language).toHaveFocus());
    expect(animate.mock.contexts[0]).toBe(language.closest('[data-row]'));
    expect(scroll).toHaveBeenCalled();
    expect(field).toHaveValue('');
  });

  it('says that nothing was found, and is emptied by Escape', async () => {
    await open(await startGuest(), 'general');
    const field = screen.getByRole('combobox', { name: 'Search settings' });
    await userEvent.type(field, 'xyz');
    expect(await screen.findByText('No settings for “xyz”')).toBeVisible();
    expect(screen.getByText('No settings found')).toHaveRole('status');
    await userEvent.keyboard('{Escape}');
    expect(field).toHaveValue('');
    expect(screen.queryByText('No settings for “xyz”')).toBeNull();
  });
});
