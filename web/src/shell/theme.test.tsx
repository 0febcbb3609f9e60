import type { Theme } from '@twentyfour/core';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RealCore, startGuest } from '../testing/real-core';
import { syncDocumentTheme, useResolvedTheme } from './theme';

/** A fake of the device's color scheme, which tests change. */
const listeners = new Set<() => void>();
let isDark = false;

function deviceTurns(dark: boolean): void {
  isDark = dark;
  act(() => listeners.forEach((call) => call()));
}

async function start(theme: Theme): Promise<RealCore> {
  const core = await startGuest();
  core.do({ type: 'set_theme', theme });
  return core;
}

const root = document.documentElement;

function Shown() {
  return <p>{useResolvedTheme()}</p>;
}

beforeEach(() => {
  isDark = false;
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isDark;
    },
    addEventListener: (_: 'change', call: () => void) => listeners.add(call),
    removeEventListener: (_: 'change', call: () => void) => listeners.delete(call),
  }));
});

afterEach(() => vi.unstubAllGlobals());

describe('the theme "as the system"', () => {
  it('follows the device setting until another theme is chosen', async () => {
    const core = await start('system');
    const stop = syncDocumentTheme();
    render(<Shown />);
    expect(root).not.toHaveClass('dark');
    expect(screen.getByText('light')).toBeVisible();
    deviceTurns(true);
    expect(root).toHaveClass('dark');
    expect(screen.getByText('dark')).toBeVisible();
    core.do({ type: 'set_theme', theme: 'light' });
    expect(root).not.toHaveClass('dark');
    expect(screen.getByText('light')).toBeVisible();
    deviceTurns(false);
    stop();
  });

  it('removes its media query listener on unmount', async () => {
    await start('system');
    const stop = syncDocumentTheme();
    const { unmount } = render(<Shown />);
    expect(listeners.size).toBe(2);
    unmount();
    stop();
    expect(listeners.size).toBe(0);
  });
});

it.each(['dark', 'light'] as const)('the theme %s is the same whatever the device prefers', async (name) => {
  await start(name);
  const stop = syncDocumentTheme();
  render(<Shown />);
  for (const dark of [true, false]) {
    deviceTurns(dark);
    expect(root.classList.contains('dark')).toBe(name === 'dark');
    expect(screen.getByText(name)).toBeVisible();
  }
  stop();
});
