import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { dispatch, mirror, visit } from './client';
import { useMirror } from './hooks';
import { setNavigate } from './navigation';
import { snapshot, startFakeCore } from './testing';
import { followTheme } from './theme';
import { keepUnsavedText } from './unsaved-texts';

describe('the client', () => {
  it('dispatches intents and returns rejections', () => {
    const core = startFakeCore();
    expect(dispatch({ type: 'start_timer' })).toBeNull();
    core.answer = () => ({ code: 'timer_empty', message: 'Set at least one second before you start.' });
    expect(dispatch({ type: 'start_timer' })?.code).toBe('timer_empty');
    expect(core.intents).toEqual([{ type: 'start_timer' }, { type: 'start_timer' }]);
  });

  it('reports a path once', () => {
    const core = startFakeCore();
    visit('/app/b');
    visit('/app/b');
    visit('/app');
    expect(core.intents).toEqual([
      { type: 'visit', path: '/app/b' },
      { type: 'visit', path: '/app' },
    ]);
  });

  it('applies patches before running effects', () => {
    const core = startFakeCore();
    const seen = vi.fn(() => mirror.getState().session.welcome);
    setNavigate(seen);
    const { session } = snapshot();
    core.say([{ type: 'session', session: { ...session, welcome: true } }], [{ type: 'navigate', path: '/app', replace: false }]);
    expect(seen).toHaveReturnedWith(true);
  });

  it('clears unsaved texts on log out but not when a session expires', () => {
    const { session } = snapshot();
    const account = { ...session, isAuthenticated: true };
    const guest = { ...session, isAuthenticated: false, guest: 'Grace' };
    const nobody = { ...session, isAuthenticated: false, guest: null };
    const keptAfter = (before: typeof session, after: typeof session) => {
      const core = startFakeCore({ session: before });
      keepUnsavedText('n1', 'e1', 'a text');
      core.say([{ type: 'session', session: after }]);
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
    const core = startFakeCore();
    const draw = vi.fn();
    function Name() {
      draw();
      return <p>{useMirror(({ clock }) => clock.time)}</p>;
    }
    render(<Name />);
    const { clock, sync } = snapshot();
    core.say([{ type: 'sync', sync: { ...sync, unsent: 5 } }]);
    expect(draw).toHaveBeenCalledOnce();
    core.say([{ type: 'clock', clock: { ...clock, time: '12:00' } }]);
    expect(screen.getByText('12:00')).toBeVisible();
    expect(draw).toHaveBeenCalledTimes(2);
  });
});

describe('the theme', () => {
  it('follows the mirror onto the root', () => {
    const core = startFakeCore();
    const stop = followTheme();
    expect(document.documentElement).toHaveClass('dark');
    const { preferences } = snapshot();
    core.say([{ type: 'preferences', preferences: { ...preferences, theme: 'light' } }]);
    expect(document.documentElement).not.toHaveClass('dark');
    stop();
  });
});
