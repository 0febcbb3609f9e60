import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { registerNavigate } from '../platform/navigation';
import { storeUnsavedText } from '../platform/unsaved-notes';
import { syncDocumentTheme } from '../shell/theme';
import { snapshot, connectFakeCore } from '../testing/fake-core';
import { dispatch, mirror, reportPath } from './client';
import { useMirror } from './hooks';

describe('the client', () => {
  it('dispatches intents and returns rejections', () => {
    const core = connectFakeCore();
    expect(dispatch({ type: 'start_timer' })).toBeNull();
    core.reject = () => ({ code: 'timer_empty', message: 'Set at least 1 second to start.' });
    expect(dispatch({ type: 'start_timer' })?.code).toBe('timer_empty');
    expect(core.intents).toEqual([{ type: 'start_timer' }, { type: 'start_timer' }]);
  });

  it('reports a path once', () => {
    const core = connectFakeCore();
    reportPath('/app/b');
    reportPath('/app/b');
    reportPath('/app');
    expect(core.intents).toEqual([
      { type: 'visit', path: '/app/b' },
      { type: 'visit', path: '/app' },
    ]);
  });

  it('applies patches before running effects', () => {
    const core = connectFakeCore();
    const seen = vi.fn(() => mirror.getState().session.welcome);
    registerNavigate(seen);
    const { session } = snapshot();
    core.emit([{ type: 'session', session: { ...session, welcome: true } }], [{ type: 'navigate', path: '/app', replace: false }]);
    expect(seen).toHaveReturnedWith(true);
  });

  it('clears unsaved texts on log out but not when a session expires', () => {
    const { session } = snapshot();
    const account = { ...session, isAuthenticated: true };
    const guest = { ...session, isAuthenticated: false, guest: 'Grace' };
    const nobody = { ...session, isAuthenticated: false, guest: null };
    const keptAfter = (before: typeof session, after: typeof session) => {
      const core = connectFakeCore({ session: before });
      storeUnsavedText('n1', 'e1', 'a text');
      core.emit([{ type: 'session', session: after }]);
      return localStorage.getItem('unsaved_note/n1/e1');
    };
    expect(keptAfter(account, { ...nobody, sessionEnded: true })).toBe('a text');
    expect(keptAfter(guest, account)).toBe('a text');
    expect(keptAfter(account, nobody)).toBeNull();
    expect(keptAfter(guest, nobody)).toBeNull();
  });
});

describe('useMirror', () => {
  it('re-renders only when the selected value changes', () => {
    const core = connectFakeCore();
    const draw = vi.fn();
    function Name() {
      draw();
      return <p>{useMirror(({ clock }) => clock.time)}</p>;
    }
    render(<Name />);
    const { clock, sync } = snapshot();
    core.emit([{ type: 'sync', sync: { ...sync, unsent: 5 } }]);
    expect(draw).toHaveBeenCalledOnce();
    core.emit([{ type: 'clock', clock: { ...clock, time: '12:00' } }]);
    expect(screen.getByText('12:00')).toBeVisible();
    expect(draw).toHaveBeenCalledTimes(2);
  });
});

describe('the theme', () => {
  it('follows the mirror onto the root', () => {
    const core = connectFakeCore();
    const stop = syncDocumentTheme();
    const { preferences } = snapshot();
    core.emit([{ type: 'preferences', preferences: { ...preferences, theme: 'dark' } }]);
    expect(document.documentElement).toHaveClass('dark');
    core.emit([{ type: 'preferences', preferences: { ...preferences, theme: 'light' } }]);
    expect(document.documentElement).not.toHaveClass('dark');
    stop();
  });
});
