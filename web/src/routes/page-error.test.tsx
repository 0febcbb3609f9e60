import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadModule } from '../platform/lazy-module';
import { ErrorPage } from './error';
import { PageError } from './page-error';

let isFailing = true;

function Page() {
  if (isFailing) throw new Error('The lists do not add up.');
  return <p>All lists</p>;
}

function Frame() {
  return (
    <>
      <nav aria-label="Main">
        <Link to="/app/other">Other</Link>
      </nav>
      <Outlet />
    </>
  );
}

const missing = () => loadModule(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

function open(path: string) {
  const router = createMemoryRouter(
    [
      {
        path: '/app',
        Component: Frame,
        ErrorBoundary: ErrorPage,
        HydrateFallback: () => null,
        children: [
          {
            ErrorBoundary: PageError,
            children: [
              { index: true, Component: () => <p>Home</p> },
              { path: 'lists', Component: Page },
              { path: 'other', Component: () => <p>Other page</p> },
              { path: 'missing', lazy: async () => ({ Component: await missing() }) },
            ],
          },
        ],
      },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} onError={() => undefined} />);
}

let log: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  isFailing = true;
  log = vi.spyOn(console, 'error').mockReturnValue();
});

describe('a page that fails', () => {
  it('shows the error in place and keeps the layout working', async () => {
    open('/app/lists');
    const failure = await screen.findByRole('alert');
    expect(failure).toHaveTextContent('Something went wrong');
    expect(failure).toHaveTextContent('Your changes are saved.');
    expect(failure).toHaveTextContent('The lists do not add up.');
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/app');
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(log).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('link', { name: 'Other' }));
    expect(await screen.findByText('Other page')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('renders again on retry', async () => {
    open('/app/lists');
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Something went wrong')).toBeVisible();
    isFailing = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('All lists')).toBeVisible();
  });

  it('offers a reload when its module fails to load', async () => {
    open('/app/missing');
    const failure = await screen.findByRole('alert');
    expect(failure).toHaveTextContent('Couldn’t load this page');
    expect(failure).toHaveTextContent('Failed to fetch dynamically imported module');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
});

describe('the error page', () => {
  it.each([
    ['the message', () => { throw new Error('The frame is bent.'); }, 'The frame is bent.'],
    ['the status', () => { throw new Response(null, { status: 418, statusText: 'Teapot' }); }, '418 Teapot'],
    ['a missing message', () => { throw null; }, 'No details available.'],
  ])('shows %s with its actions', async (_what, loader, words) => {
    const router = createMemoryRouter(
      [{ path: '/', loader, ErrorBoundary: ErrorPage, HydrateFallback: () => null, Component: () => null }],
      { initialEntries: ['/'] },
    );
    render(<RouterProvider router={router} onError={() => undefined} />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go Back Home' })).toHaveAttribute('href', '/');
    await waitFor(() => expect(document.title).toBe('Unexpected Application Error!'));
  });
});
