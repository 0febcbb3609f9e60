import type { AdminPerson, AdminStorage, AuditEntry, User } from '@twentyfour/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { type RealCore, startAccount } from '../../testing/real-core';
import { type MockResponses, refusal, SERVER_ERROR, USAGE, userResponse } from '../../testing/responses';
import { AdminPage } from './AdminPage';

const person = (fields: Partial<AdminPerson> = {}): AdminPerson => ({
  id: '01900005-0000-7000-8000-000000000001',
  email: 'grace@example.org',
  first_name: 'Grace',
  last_name: 'Hopper',
  user_type: 'basic',
  date_joined: '2026-03-01T08:00:00.000Z',
  last_login: '2026-03-02T08:00:00.000Z',
  is_verified: true,
  is_admin: false,
  delete_at: null,
  logins: 2,
  boards: 1,
  cards: 1_214,
  stored_bytes: 45_000,
  ...fields,
});

const STORAGE: AdminStorage = {
  version: '0.1.0',
  database_bytes: 4_096_000,
  free_bytes: 52_000_000_000,
  people: 12,
  boards: 31,
  cards: 2_140,
  notes: 118,
  focus_sessions: 904,
  pictures: 6,
  change_bytes: 1_240_000,
  note_bytes: 640_000,
  picture_bytes: 0,
  is_database_ok: true,
  is_queue_ok: true,
  is_disk_ok: false,
  queued_writes: 0,
  live_connections: 3,
  jobs: [{ name: 'backup', finished_at: null, next_run_at: '2026-03-03T09:00:00.000Z', last_error: 'no space' }],
};

interface Options {
  section?: string;
  user?: Partial<User>;
  responses?: MockResponses;
}

/** Opens the page as an administrator. */
async function open({ section = 'people', user = { is_admin: true }, responses = {} }: Options = {}): Promise<RealCore> {
  const account = { has_password: true, has_google: false, pending_email: null, delete_at: null, logins: [], usage: USAGE };
  const core = await startAccount({
    'GET /account/': { body: { account } },
    'GET /user/': userResponse(user),
    '/features/': { body: { google: false, mail: false, invitation_only: false, billing_portal_url: null } },
    ...responses,
  });
  await core.goLive();
  render(
    <MemoryRouter initialEntries={[`/app/admin?section=${section}`]}>
      <AdminPage />
    </MemoryRouter>,
  );
  await core.settle();
  return core;
}

const PEOPLE = 'GET /admin/people/';
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => userEvent.click(button(name));
const choose = async (menu: string, item: string) => {
  await press(`Options for ${menu}`);
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
};

describe('the page for administrators', () => {
  it('does not exist for others', async () => {
    const core = await open({ user: { is_admin: false } });
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(core.intents.some(({ type }) => type === 'load_admin')).toBe(false);
  });

  it('lists people and searches them', async () => {
    const core = await open({ responses: { [PEOPLE]: { body: { people: [person()], has_more: true } } } });
    const row = screen.getByText('grace@example.org').closest('li') as HTMLElement;
    expect(row).toHaveTextContent('Grace Hopper');
    expect(row).toHaveTextContent('2 devices · 1 board · 1,214 cards · 0.1 MB');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search people' }), 'x');
    await waitFor(() => expect(core.intents.at(-1)).toEqual({ type: 'load_admin', selection: { section: 'people', page: 0, search: 'x' } }));
    await core.serve({ [PEOPLE]: { body: { people: [], has_more: false } } });
    expect(screen.getByText('No results for “x”')).toBeVisible();
    await press('Clear search');
    await waitFor(() => expect(core.intents.at(-1)).toMatchObject({ selection: { search: '' } }));
    await core.serve({ [PEOPLE]: { body: { people: [person()], has_more: true } } });
    await press('Next page');
    expect(core.intents.at(-1)).toEqual({ type: 'load_admin', selection: { section: 'people', page: 1, search: '' } });
    // The last page stays until the next one is loaded, which is read from its heading.
    expect(screen.getByRole('list', { name: 'People' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByText('grace@example.org')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'People' })).toHaveFocus();
    await core.serve({ [PEOPLE]: { body: { people: [person({ email: 'alan@example.org' })], has_more: false } } });
    expect(screen.queryByText('grace@example.org')).toBeNull();
    expect(screen.getByText('alan@example.org')).toBeVisible();
  });

  it('asks for the password before each change', async () => {
    const core = await open({ responses: { [PEOPLE]: { body: { people: [person()], has_more: false } } } });
    await choose('grace@example.org', 'Switch to Pro');
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch grace@example.org to Pro?' }));
    await userEvent.type(dialog.getByLabelText('Your password'), 'wrong');
    await userEvent.click(dialog.getByRole('button', { name: 'Switch to Pro' }));
    await core.serve({ 'POST /admin/people/': refusal(403, 'password_wrong', 'Wrong password.'), [PEOPLE]: { body: { people: [person()], has_more: false } } });
    expect(await dialog.findByRole('alert')).toHaveTextContent('Wrong password.');
    await userEvent.type(dialog.getByLabelText('Your password'), 'right');
    await userEvent.click(dialog.getByRole('button', { name: 'Switch to Pro' }));
    expect(core.intents.at(-1)).toEqual({
      type: 'change_admin',
      change: { type: 'person', id: person().id, change: { type: 'set_plan', plan: 'pro' } },
      password: 'wrongright',
    });
    await core.serve({ 'POST /admin/people/': { body: { invitation_url: null } }, [PEOPLE]: { body: { people: [person({ user_type: 'pro' })], has_more: false } } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Plan changed')).toBeVisible();
    expect(screen.getByText('grace@example.org').closest('li')).toHaveTextContent('Pro');
  });

  it('offers to keep an account that is scheduled for deletion', async () => {
    await open({ responses: { [PEOPLE]: { body: { people: [person({ delete_at: '2026-03-09T12:00:00.000Z' })], has_more: false } } } });
    await press('Options for grace@example.org');
    expect(await screen.findByRole('menuitem', { name: 'Keep account' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Delete account' })).toBeNull();
  });

  it('shows the link of an invitation if the server sends no mail', async () => {
    const entries = [{ email: 'alan@example.org', name: 'Alan', joined_at: '2026-03-01T08:00:00.000Z', invited_at: null }];
    const list = { body: { entries, has_more: false } };
    const core = await open({ section: 'waitlist', responses: { 'GET /admin/waitlist/': list } });
    await choose('alan@example.org', 'Invite');
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite alan@example.org?' }));
    expect(dialog.getByText('This server sends no mail. You get a link to pass on.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Invite' }));
    await core.serve({ 'POST /admin/waitlist/': { body: { invitation_url: 'https://example.org/i' } }, 'GET /admin/waitlist/': list });
    expect(await screen.findByLabelText('Invitation link for alan@example.org')).toHaveValue('https://example.org/i');
  });

  it('lists waiting mails', async () => {
    const mails = [{ id: person().id, kind: 'reset_password', recipient: 'ada@example.org', created_at: '2026-03-03T08:00:00.000Z', next_try_at: '2026-03-03T08:30:00.000Z', tries: 2 }];
    const core = await open({ section: 'mails', responses: { 'GET /admin/mails/': { body: { mails, has_more: false } } } });
    expect(screen.getByText('ada@example.org').closest('li')).toHaveTextContent('2 attempts');
    await choose('ada@example.org', 'Try again now');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Try again now' }));
    expect(core.intents.at(-1)).toMatchObject({ change: { type: 'mail', change: 'retry' } });
  });

  it('shows sizes, health and jobs', async () => {
    await open({ section: 'storage', responses: { 'GET /admin/storage/': { body: STORAGE } } });
    const value = (label: string) => screen.getByText(label).nextElementSibling;
    expect(value('Disk')).toHaveTextContent('Failing. See the server’s log.');
    expect(value('Free on the disk')).toHaveTextContent('52 GB');
    expect(value('Focus sessions')).toHaveTextContent('904');
    expect(screen.getByText('Failed: no space')).toBeVisible();
  });

  it('shows the audit log as sentences', async () => {
    const entry = (number: number, fields: Partial<AuditEntry>): AuditEntry => ({
      id: `01900005-0000-7000-8000-00000000000${number}`,
      at: '2026-03-03T08:00:00.000Z',
      admin: 'ada@example.org',
      action: 'set_plan',
      target: 'grace@example.org',
      detail: 'pro',
      ...fields,
    });
    const entries = [
      entry(1, {}),
      entry(2, { action: 'end_logins', admin: null, target: null }),
      entry(3, { action: 'delete_account', admin: '', target: '' }),
      entry(4, { action: 'change_webhook', admin: 'grace@example.org', detail: '' }),
      entry(5, { action: 'end_logins', target: '' }),
    ];
    await open({ section: 'audit', responses: { 'GET /admin/audit/': { body: { entries, has_more: false } } } });
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
    expect(rows[0]).toMatch(/^Switched grace@example.org to Pro.*by ada@example.org$/);
    expect(rows[1]).toMatch(/^Logged out everybody.*by the command line$/);
    expect(rows[2]).toMatch(/^Scheduled the deletion of somebody who left.*by somebody who left$/);
    expect(rows[3]).toMatch(/^Changed a webhook of grace@example.org.*by grace@example.org$/);
    expect(rows[4]).toMatch(/^Ended all logins of somebody who left.*by ada@example.org$/);
  });

  it('shows a load error with retry', async () => {
    const core = await open({ section: 'audit', responses: { 'GET /admin/audit/': SERVER_ERROR } });
    await press('Try again');
    await core.serve({ 'GET /admin/audit/': { body: { entries: [], has_more: false } } });
    expect(screen.getByText('No actions yet')).toBeVisible();
  });
});
