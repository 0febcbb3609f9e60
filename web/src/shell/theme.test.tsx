import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { snapshot, connectFakeCore } from '../testing/fake-core';
import { syncDocumentTheme, useResolvedTheme } from './theme';

/** A fake of the device's color scheme, which tests change. */
const listeners = new Set<() => void>();
let isDark = false;

function deviceTurns(dark: boolean): void {
  isDark = dark;
  act(() => listeners.forEach((call) => call()));
}

const theme = (name: 'dark' | 'light' | 'system') => ({ preferences: { ...snapshot().preferences, theme: name } });
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
  it('follows the device setting until another theme is chosen', () => {
    const core = connectFakeCore(theme('system'));
    const stop = syncDocumentTheme();
    render(<Shown />);
    expect(root).not.toHaveClass('dark');
    expect(screen.getByText('light')).toBeVisible();
    deviceTurns(true);
    expect(root).toHaveClass('dark');
    expect(screen.getByText('dark')).toBeVisible();
    core.emit([{ type: 'preferences', ...theme('light') }]);
    expect(root).not.toHaveClass('dark');
    expect(screen.getByText('light')).toBeVisible();
    stop();
  });

  it('removes its media query listener on unmount', () => {
    connectFakeCore(theme('system'));
    const stop = syncDocumentTheme();
    const { unmount } = render(<Shown />);
    expect(listeners.size).toBe(2);
    unmount();
    stop();
    expect(listeners.size).toBe(0);
  });
});

it.each(['dark', 'light'] as const)('the theme %s is the same whatever the device prefers', (name) => {
  connectFakeCore(theme(name));
  const stop = syncDocumentTheme();
  render(<Shown />);
  for (const dark of [true, false]) {
    deviceTurns(dark);
    expect(root.classList.contains('dark')).toBe(name === 'dark');
    expect(screen.getByText(name)).toBeVisible();
  }
  stop();
});
