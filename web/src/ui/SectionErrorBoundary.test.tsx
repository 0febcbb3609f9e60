import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { loadModule } from '../platform/lazy-module';
import { ErrorBoundary } from './ErrorBoundary';
import { SectionErrorBoundary } from './SectionErrorBoundary';

let isFailing = true;

function Chart() {
  if (isFailing) throw new Error('No axis.');
  return <p>A chart</p>;
}

let log: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  isFailing = true;
  log = vi.spyOn(console, 'error').mockReturnValue();
});

it('shows an error with retry and logs once', async () => {
  render(
    <>
      <p>Beside it</p>
      <SectionErrorBoundary sectionName="the chart">
        <Chart />
      </SectionErrorBoundary>
    </>,
  );
  expect(screen.getByText('Beside it')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Couldn’t show the chart. Your changes are saved.No axis.');
  expect(log).toHaveBeenCalledOnce();
  isFailing = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('A chart')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('offers a reload when a module fails to load', async () => {
  const Missing = lazy(() => loadModule(() => Promise.reject(new TypeError('Failed to fetch'))));
  render(
    <SectionErrorBoundary sectionName="the chart">
      <Suspense fallback={null}>
        <Missing />
      </Suspense>
    </SectionErrorBoundary>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load the chart. Reload the page.Failed to fetch');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
});

it('renders nothing when configured so', () => {
  const { container } = render(
    <ErrorBoundary renderError={() => null}>
      <Chart />
    </ErrorBoundary>,
  );
  expect(container).toBeEmptyDOMElement();
});
