import { expect, test } from './support/test';
import { fillLogIn, fillSignUp, logIn, newUser, storedTokens } from './support/users';

test.describe('signing up and logging in', () => {
  test('signing up opens the app after five seconds', async ({ page }) => {
    const user = newUser();
    await page.goto('/auth');
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await fillSignUp(page, user);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByText('Account created successfully!')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
    await expect(page).toHaveURL(/\/app$/, { timeout: 8_000 });
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page).toHaveTitle('Home');
  });

  test('logging in opens the app at once with Continue', async ({ page, user }) => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log Out' }).click();
    await expect(page).toHaveURL(/\/auth\?type=login$/);
    expect(await storedTokens(page)).toEqual({ access: null, refresh: null });

    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    await logIn(page, user);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });

  test('the toggle switches the mode and clears the form', async ({ page }) => {
    await page.goto('/auth');
    await page.getByRole('textbox', { name: 'First name' }).fill('Ada');
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com');
    await page.getByRole('link', { name: 'Already have an account?' }).click();
    await expect(page).toHaveURL(/type=login$/);
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('');
    await page.getByRole('link', { name: "Don't have an account?" }).click();
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('');
  });

  test('a taken email shows an error beside its field', async ({ account: user, consoleGuard, anotherBrowser }) => {
    consoleGuard.allow(/status of 4\d\d.*\/api\/auth\/signup\//);
    const other = await anotherBrowser();
    await other.goto('/auth?type=signup');
    await fillSignUp(other, user);
    await other.getByRole('button', { name: 'Sign Up' }).click();
    await expect(other.getByText('An account with this email already exists.')).toBeVisible();
    await expect(other.getByRole('textbox', { name: 'Email' })).toBeFocused();
    await expect(other.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true');
    await expect(other.getByText('Something went wrong. Please try again.'), 'the field says it all').toHaveCount(0);
  });

  test('a wrong password is rejected, and the right one still works', async ({ page, account: user, consoleGuard }) => {
    consoleGuard.allow(/status of 401.*\/api\/auth\/login\//);
    await page.evaluate(() => localStorage.clear());
    await page.goto('/auth?type=login');
    await fillLogIn(page, { email: user.email, password: 'not the one' });
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('alert').getByText('Wrong email or password.')).toBeVisible();
    await fillLogIn(page, user);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByText('Successfully logged in!')).toBeVisible();
  });

  for (const [what, fields, sentence] of [
    ['a blank first name', { first_name: '  ' }, 'Enter your first name.'],
    ['a blank last name', { last_name: '' }, 'Enter your last name.'],
    ['an email without a host', { email: 'ada@' }, 'This email has nothing after the @.'],
    ['a short password', { password: 'seven77' }, 'Choose a password with at least 8 characters.'],
    ['a long password', { password: 'x'.repeat(129) }, 'Choose a password with at most 128 characters.'],
    ['the own name as a password', { password: 'ada byron' }, 'Choose a password that isn’t your name or email.'],
    ['a common password', { password: 'Password1' }, 'This password is too common'],
  ] as const) {
    test(`${what} is rejected without losing the other fields`, async ({ page, consoleGuard }) => {
      consoleGuard.allow(/status of 422.*\/api\/auth\/signup\//);
      const user = { ...newUser(), ...fields };
      await page.goto('/auth?type=signup');
      await fillSignUp(page, user);
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await expect(page.getByRole('alert').getByText(sentence)).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue(user.last_name);
      await expect(page).toHaveURL(/\/auth/);
    });
  }

  test('a password can be shown, also by keyboard', async ({ page }) => {
    await page.goto('/auth?type=login');
    const password = page.getByLabel('Password', { exact: true });
    await password.fill('correct horse');
    await expect(password).toHaveAttribute('type', 'password');
    await password.press('Tab');
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Show password', pressed: true })).toBeFocused();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(password).toHaveValue('correct horse');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeFocused();
  });

  test('the password strength is shown, and its estimator loads on the first key', async ({ page }) => {
    const requestedPaths: string[] = [];
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    const weigher = () => requestedPaths.filter((path) => path.startsWith('/assets/strength-'));
    await page.goto('/auth?type=signup');
    await page.getByRole('textbox', { name: 'First name' }).fill('Ada');
    await page.getByRole('textbox', { name: 'Last name' }).fill('Byron');
    expect(weigher()).toEqual([]);
    const password = page.getByLabel('Password', { exact: true });
    await password.pressSequentially('adabyron');
    await expect(page.getByText('Weak')).toBeVisible();
    expect(weigher()).toHaveLength(1);
    await password.fill('correct horse battery staple');
    await expect(page.getByText('Strong')).toBeVisible();

    // The app is cached for offline use; this module is not.
    const script = await (await page.request.get('/service-worker.js')).text();
    expect(script).toContain('/assets/auth-');
    expect(script).not.toContain('/assets/strength-');
  });

  test('a logged-out user who opens a board returns to it after the login', async ({ anotherBrowser, account: user }) => {
    const other = await anotherBrowser();
    await other.goto('/app/stats?period=week');
    await expect(other).toHaveURL(/\/auth\?type=login/);
    await fillLogIn(other, user);
    await other.getByRole('button', { name: 'Log In' }).click();
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other).toHaveURL(/\/app\/stats\?period=week$/);
  });
});
