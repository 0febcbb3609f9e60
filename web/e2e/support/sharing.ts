/** Boards that several people work on. */
import { type Page, expect } from '@playwright/test';
import { callApi } from './api';
import { fetchBoard } from './api-board';

export type InvitedRole = 'viewer' | 'commenter' | 'editor' | 'admin';

/** Creates an invitation to the board at a path, as its page's user, and returns the link. */
export async function createInvitation(page: Page, address: string, role: InvitedRole): Promise<string> {
  const { board } = await fetchBoard(page, address);
  const { link } = await callApi(page, 'POST', `/boards/${board.id}/invitations/`, { role });
  return link;
}

/** Accepts an invitation in a page with a logged-in user, and waits until the board is open. */
export async function joinBoard(page: Page, link: string, name: string): Promise<void> {
  await page.goto(new URL(link).pathname);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Opens the share dialog of the open board, and returns it. */
export async function openShareDialog(page: Page) {
  await page.getByRole('button', { name: /^(Share|Members)/ }).click();
  const dialog = page.getByRole('dialog', { name: /^(Share|Members of) / });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Chooses the role of a member in the share dialog, and waits until the server has it: the dialog shows it before that. */
export async function chooseRole(page: Page, name: string, role: string): Promise<void> {
  const saved = page.waitForResponse(
    (answer) => /\/api\/boards\/[^/]+\/members\/[^/]+\/$/.test(answer.url()) && answer.request().method() === 'PUT',
  );
  await page.getByRole('combobox', { name: `Role of ${name}` }).selectOption({ label: role });
  expect((await saved).ok()).toBe(true);
}
