import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyComponent } from './lazyComponent';
import { SectionErrorBoundary } from './SectionErrorBoundary';

const load = async () => ({ default: ({ name }: { name: string }) => <p>Hello {name}</p> });

it('a component is loaded when it is first rendered', async () => {
  const Hello = lazyComponent(load);
  render(<Suspense fallback="Loading"><Hello name="Ada" /></Suspense>);
  expect(screen.getByText('Loading')).toBeVisible();
  expect(await screen.findByText('Hello Ada')).toBeVisible();
});

it('a component that was loaded in advance is rendered at once', async () => {
  const Hello = lazyComponent(load);
  await Hello.preload();
  render(<Hello name="Ada" />);
  expect(screen.getByText('Hello Ada')).toBeVisible();
});

it('a failed load shows the error with a reload button', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const Hello = lazyComponent<{ name: string }>(() => Promise.reject(new TypeError('Failed to fetch')));
  render(<SectionErrorBoundary sectionName="the greeting"><Suspense><Hello name="Ada" /></Suspense></SectionErrorBoundary>);
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible();
});
