import type { BoardInvitation, Member, Role } from '@twentyfour/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useMirror } from '../../core/hooks';
import { type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { addBoard } from '../../testing/boards';
import { type MockResponses, NETWORK_ERROR, refusal, SERVER_BOARD, serverBoard, userRecord } from '../../testing/responses';
import { ShareButton, ShareDialog } from '.';

const YOU = userRecord().id;
const GRACE = '01900009-0000-7000-8000-000000000009';
const SLUG = 'garden-7f3k';
const INVITATIONS = `/boards/${SERVER_BOARD}/invitations/`;
const MEMBERS = `/boards/${SERVER_BOARD}/members/`;

const member = (user_id: string, first_name: string, role: Role): Member => ({ user_id, first_name, last_name: 'Example', picture: null, role });
const invitation = (fields: Partial<BoardInvitation> = {}): BoardInvitation => ({
  id: '01900008-0000-7000-8000-000000000001',
  email: null,
  role: 'viewer',
  created_at: '2026-03-03T08:00:00.000Z',
  expires_at: '2026-03-17T12:00:00.000Z',
  ...fields,
});

function OpenBoard() {
  const board = useMirror((mirror) => mirror.board);
  const [open, setOpen] = useState(false);
  if (!board) return null;
  return (
    <>
      <ShareButton board={board} onOpen={() => setOpen(true)} />
      <ShareDialog board={board} open={open} onClose={() => setOpen(false)} />
    </>
  );
}

/** Shows the button and the dialog of a board that you have this role on, with these other members. */
async function show(role: Role, others: Member[] = [], responses: MockResponses = {}): Promise<RealCore> {
  const own = member(YOU, 'Ada', role);
  const members = others.length === 0 ? [] : [own, ...others].toSorted((a, b) => Number(b.role === 'owner') - Number(a.role === 'owner'));
  const server = serverBoard(SLUG, { Today: [] }).responses;
  const changes = server[`GET /boards/${SLUG}/changes/`] as { body: { board: object } };
  const board = { ...changes.body.board, role, members };
  const core = await startAccount({
    ...server,
    'GET /boards/get-boards/': { body: [{ ...board, columns: [] }] },
    [`GET /boards/${SLUG}/changes/`]: { body: { ...changes.body, board } },
    '/features/': { body: { google: false, mail: true, invitation_only: false, billing_portal_url: null } },
    [`GET ${INVITATIONS}`]: { body: { invitations: [] } },
    ...responses,
  });
  await core.goLive();
  core.do({ type: 'open_board', slug: SLUG });
  await core.settle();
  render(<OpenBoard />);
  return core;
}

const openDialog = async (core: RealCore, button: RegExp) => {
  await userEvent.click(screen.getByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  await core.settle();
  return dialog;
};
const changesOf = (core: RealCore) => core.intents.flatMap((intent) => (intent.type === 'change_sharing' ? [intent.change] : []));
const CO_OWNER = member(GRACE, 'Grace', 'owner');
const EDITOR = member(GRACE, 'Grace', 'editor');

describe('the share button', () => {
  it('shows at most four faces and the number of the others', async () => {
    const others = Array.from({ length: 6 }, (_, index) => member(GRACE.replace(/9$/, String(index)), `Person${index}`, 'viewer'));
    await show('owner', others);
    const button = screen.getByRole('button', { name: 'Share: 7 members' });
    expect(within(button).getAllByTitle(/Example$/)).toHaveLength(4);
    expect(button).toHaveTextContent('+3');
  });

  it('shows first who has the board open, with a dot', async () => {
    const others = Array.from({ length: 6 }, (_, index) => member(GRACE.replace(/9$/, String(index)), `Person${index}`, 'viewer'));
    const core = await show('owner', others);
    const button = screen.getByRole('button', { name: 'Share: 7 members' });
    expect(button).not.toHaveAccessibleDescription(/Here now/);
    const present = others.slice(4).map(({ user_id }) => ({ user_id, editing: null }));
    await core.receive({ type: 'presence', board_id: SERVER_BOARD, is_complete: true, present, absent: [] });
    expect(button).toHaveAccessibleDescription('Here now: Person4 Example, Person5 Example');
    const faces = within(button).getAllByTitle(/Example$/);
    expect(faces.map((face) => face.title)).toEqual(['Person4', 'Person5', 'Ada', 'Person0'].map((name) => `${name} Example`));
    expect(faces.map((face) => face.parentElement?.querySelector('[data-presence-dot]') !== null)).toEqual([true, true, false, false]);
    const dialog = await openDialog(core, /^Share/);
    expect(dialog.getAllByText('Here now')).toHaveLength(2);
    await core.receive({ type: 'presence', board_id: SERVER_BOARD, is_complete: false, present: [], absent: present.map(({ user_id }) => user_id) });
    expect(dialog.queryByText('Here now')).toBeNull();
  });

  it('is not shown to guests', async () => {
    const core = await startGuest();
    const { board } = await addBoard(core, { name: 'Garden' });
    core.do({ type: 'open_board', slug: board.slug });
    await core.settle();
    render(<OpenBoard />);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the focus time', () => {
  it('is shared by a switch that every member has', async () => {
    const core = await show('viewer', [CO_OWNER]);
    const dialog = await openDialog(core, /member/);
    const toggle = dialog.getByRole('switch', { name: 'Share my focus time on this board' });
    expect(toggle).not.toBeChecked();
    expect(toggle).toHaveAccessibleDescription('Members see how long you focused on each card.');
    await userEvent.click(toggle);
    expect(toggle).toBeChecked();
    expect(core.intents.at(-1)).toEqual({ type: 'edit_board', board_id: SERVER_BOARD, edits: [{ field: 'shares_focus', value: true }] });
  });

  it('has no switch on a board that is not shared', async () => {
    const core = await show('owner');
    const dialog = await openDialog(core, /^Share$/);
    expect(dialog.queryByRole('switch')).toBeNull();
  });
});

describe('the share dialog of an owner', () => {
  it('invites by email and shows the invitation', async () => {
    const core = await show('owner');
    const dialog = await openDialog(core, /^Share$/);
    expect(dialog.getByText('Only you can see this board.')).toBeVisible();
    expect(dialog.getByText('No open invitations')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Leave board' })).toBeNull();
    const email = dialog.getByRole('textbox', { name: 'Email' });
    await userEvent.type(email, 'grace{Enter}');
    expect(dialog.getByRole('alert')).toBeVisible();
    expect(email).toHaveFocus();
    await userEvent.type(email, '@example.org');
    expect(dialog.queryByRole('alert')).toBeNull();
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Role' }), 'Commenter');
    await userEvent.click(dialog.getByRole('button', { name: 'Invite' }));
    expect(changesOf(core).at(-1)).toEqual({ type: 'invite', email: 'grace@example.org', role: 'commenter' });
    const created = invitation({ email: 'grace@example.org', role: 'commenter' });
    await core.serve({ [`POST ${INVITATIONS}`]: { status: 201, body: { invitation: created, link: 'https://x.example/join/a' } } });
    expect(dialog.getByRole('status')).toHaveTextContent('Invitation sent to grace@example.org.');
    expect(email).toHaveValue('');
    expect(dialog.getByText('Commenter · expires 17 Mar')).toBeVisible();
    expect(dialog.queryByRole('textbox', { name: 'Invitation link' })).toBeNull();
  });

  it('creates a link, copies it and forgets it', async () => {
    userEvent.setup();
    const core = await show('owner');
    const dialog = await openDialog(core, /^Share$/);
    await core.serve({ [`POST ${INVITATIONS}`]: { body: { invitation: invitation(), link: 'https://x.example/join/a' } } });
    await userEvent.click(dialog.getByRole('button', { name: 'Create link' }));
    await core.settle();
    expect(dialog.getByRole('textbox', { name: 'Invitation link' })).toHaveValue('https://x.example/join/a');
    await userEvent.click(dialog.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('https://x.example/join/a');
    expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const again = await openDialog(core, /^Share$/);
    expect(again.queryByRole('textbox', { name: 'Invitation link' })).toBeNull();
  });

  it('turns the public link on, and off after a confirmation', async () => {
    const path = `/boards/${SERVER_BOARD}/public-link/`;
    const link = 'https://x.example/public/a';
    const core = await show('owner', [], {
      [`POST ${path}`]: { body: { link } },
      [`DELETE ${path}`]: NETWORK_ERROR,
    });
    const dialog = await openDialog(core, /^Share$/);
    await userEvent.click(dialog.getByRole('button', { name: 'Turn on' }));
    await core.settle();
    expect(dialog.getByRole('textbox', { name: 'Link to this board' })).toHaveValue(link);
    const turnOff = async () => {
      await userEvent.click(dialog.getByRole('button', { name: 'Turn off' }));
      const confirmation = within(await screen.findByRole('dialog', { name: 'Turn off the public link?' }));
      await userEvent.click(confirmation.getByRole('button', { name: 'Turn off' }));
      await core.settle();
    };
    // A refused change loads the link again.
    await core.serve({ [`GET ${INVITATIONS}`]: { body: { invitations: [], public_link: link } } });
    await turnOff();
    expect(dialog.getByRole('alert')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Link to this board' })).toBeVisible();
    await core.serve({ [`DELETE ${path}`]: { body: { link: null } } });
    await turnOff();
    expect(dialog.queryByRole('textbox', { name: 'Link to this board' })).toBeNull();
    expect(dialog.getByRole('button', { name: 'Turn on' })).toBeVisible();
    expect(changesOf(core).map(({ type }) => type)).toEqual(['turn_on_public_link', 'turn_off_public_link', 'turn_off_public_link']);
  });

  it('revokes invitations and shows why one could not be revoked', async () => {
    const core = await show('owner', [], { [`GET ${INVITATIONS}`]: { body: { invitations: [invitation({ email: 'grace@example.org' })] } } });
    const dialog = await openDialog(core, /^Share$/);
    const revoke = () => userEvent.click(dialog.getByRole('button', { name: 'Revoke invitation: grace@example.org' }));
    await core.serve({ [`DELETE ${INVITATIONS}`]: NETWORK_ERROR });
    await revoke();
    await core.settle();
    expect(dialog.getByRole('alert')).toBeVisible();
    await core.serve({ [`DELETE ${INVITATIONS}`]: { body: { invitations: [] } } });
    await revoke();
    await core.settle();
    expect(dialog.getByText('No open invitations')).toBeVisible();
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  it('offers to load the invitations again', async () => {
    const core = await show('owner', [], { [`GET ${INVITATIONS}`]: NETWORK_ERROR });
    const dialog = await openDialog(core, /^Share$/);
    expect(dialog.getByText('Couldn’t load the invitations.')).toBeVisible();
    await core.serve({ [`GET ${INVITATIONS}`]: { body: { invitations: [invitation()] } } });
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    await core.settle();
    expect(dialog.getByText('Link')).toBeVisible();
  });

  it('changes roles, and asks before it removes a member or hands the board over', async () => {
    const core = await show('owner', [EDITOR], { [`PUT ${MEMBERS}`]: { body: { members: [] } }, [`DELETE ${MEMBERS}`]: refusal(404, 'not_found', 'Not found.') });
    const dialog = await openDialog(core, /^Share: 2 members$/);
    expect(dialog.getAllByRole('listitem')[0]).toHaveTextContent('Ada ExampleYouOwner');
    const select = dialog.getByRole('combobox', { name: 'Role of Grace Example' });
    expect([...select.querySelectorAll('option')].map((option) => option.textContent)).toEqual(['Viewer', 'Commenter', 'Editor', 'Admin']);
    await userEvent.selectOptions(select, 'Admin');
    expect(changesOf(core)).toEqual([{ type: 'set_role', user_id: GRACE, role: 'admin' }]);
    await core.settle();
    const choose = async (item: string, title: string, submit: string) => {
      await userEvent.click(dialog.getByRole('button', { name: 'Options for Grace Example' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: item }));
      const confirmation = within(await screen.findByRole('dialog', { name: title }));
      await userEvent.click(confirmation.getByRole('button', { name: submit }));
      await core.settle();
    };
    await choose('Make owner', 'Make Grace Example the owner?', 'Make owner');
    await choose('Remove', 'Remove Grace Example?', 'Remove');
    expect(changesOf(core).slice(1)).toEqual([
      { type: 'set_role', user_id: GRACE, role: 'owner' },
      { type: 'remove_member', user_id: GRACE },
    ]);
    expect(await dialog.findByRole('alert')).toHaveTextContent('Not found.');
  });
});

describe('the share dialog of others', () => {
  it('offers an admin no change of the owner', async () => {
    const core = await show('admin', [CO_OWNER, member(GRACE.replace(/9$/, '1'), 'Linus', 'viewer')]);
    const dialog = await openDialog(core, /^Share: 3 members$/);
    expect(dialog.queryByRole('combobox', { name: 'Role of Grace Example' })).toBeNull();
    expect(dialog.queryByRole('button', { name: 'Options for Grace Example' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Options for Linus Example' }));
    expect(await screen.findByRole('menuitem', { name: 'Remove' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Make owner' })).toBeNull();
  });

  it('shows the members, and leaves the board after a question', async () => {
    const core = await show('viewer', [CO_OWNER], { [`DELETE ${MEMBERS}`]: NETWORK_ERROR });
    const dialog = await openDialog(core, /^Members: 2 members$/);
    expect(dialog.queryByRole('textbox')).toBeNull();
    expect(dialog.queryByRole('combobox')).toBeNull();
    expect(dialog.queryByText('Open invitations')).toBeNull();
    const leave = async () => {
      await userEvent.click(dialog.getByRole('button', { name: 'Leave board' }));
      const confirmation = within(await screen.findByRole('dialog', { name: 'Leave “Garden”?' }));
      await userEvent.click(confirmation.getByRole('button', { name: 'Leave board' }));
      await core.settle();
    };
    await leave();
    expect(await dialog.findByRole('alert')).toBeVisible();
    await core.serve({ [`DELETE ${MEMBERS}`]: { body: { members: [] } } });
    await leave();
    expect(changesOf(core)).toEqual([{ type: 'leave' }, { type: 'leave' }]);
    expect(core.effects.at(-1)).toEqual({ type: 'navigate', path: '/app/b', replace: true });
    expect(core.state().boards).toEqual([]);
  });

  it('says that sharing needs a connection', async () => {
    const core = await show('owner', [], { [`POST ${INVITATIONS}`]: NETWORK_ERROR });
    const dialog = await openDialog(core, /^Share$/);
    await core.loseLive();
    await userEvent.click(dialog.getByRole('button', { name: 'Create link' }));
    await core.settle();
    expect(dialog.getByText('You’re offline. Sharing needs a connection.')).toBeVisible();
  });
});
