import type { Intent } from '@twentyfour/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { soundState } from '../../platform/audio-player';
import { setPreviewVolume, startPreview, stopPreview } from '../../platform/sound-preview';
import { type RealCore, startGuest } from '../../testing/real-core';
import { SettingsPage } from './SettingsPage';

vi.mock('../../platform/sound-preview');

const open = (address = '/app/settings') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <SettingsPage />
    </MemoryRouter>,
  );

let core: RealCore;
beforeEach(async () => {
  core = await startGuest({ path: '/app/settings' });
});

const OUT_OF_RANGE = 'This setting is out of range. Check the value and try again.';
const number = (name: string) => screen.getByRole('spinbutton', { name });

async function fill(field: HTMLElement, text: string) {
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

/** Returns the page's intents of some types. */
const intents = (...types: Intent['type'][]) => core.intents.filter(({ type }) => types.includes(type));

/** Returns the page's intents that save preferences. */
const saved = () => intents('set_preferences');

const preferences = () => core.state().preferences;

describe('the settings', () => {
  it('link to their sections', async () => {
    open();
    for (const name of ['Profile', 'Preference', 'Integrations', 'Import and export', 'Subscription', 'General']) {
      await userEvent.click(screen.getByRole('link', { name }));
      expect(screen.getByRole('heading', { level: 2, name })).toBeVisible();
    }
    expect(document.title).toBe('Settings');
  });

  it('show an unknown section with a link back', async () => {
    open('/app/settings?section=biling');
    expect(screen.getByRole('heading', { level: 2, name: 'Section not found' })).toBeVisible();
    expect(screen.queryByRole('spinbutton')).toBeNull();
    const sections = within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link');
    expect(sections.filter((link) => link.hasAttribute('aria-current'))).toEqual([]);
    await userEvent.click(screen.getByRole('link', { name: 'Go to General' }));
    expect(screen.getByRole('heading', { level: 2, name: 'General' })).toBeVisible();
  });

  it('read the name of a section in any case', () => {
    open('/app/settings?section=Preference');
    expect(screen.getByRole('heading', { level: 2, name: 'Preference' })).toBeVisible();
  });

  it('choose the theme', async () => {
    open('/app/settings?section=preference');
    await userEvent.click(screen.getByRole('button', { name: 'Theme: System' }));
    const themes = within(screen.getByRole('dialog', { name: 'Choose Theme' }));
    expect(themes.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Dark',
      'Light',
      'SystemMatches your device',
    ]);
    const current = themes.getByRole('option', { selected: true });
    expect(current).toHaveTextContent('System');
    expect(current).toHaveClass('font-bold');
    await userEvent.click(themes.getByRole('option', { name: 'Light' }));
    expect(preferences().theme).toBe('light');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Theme: Light' })).toBeVisible();
  });

  it('choose the theme by the keyboard alone', async () => {
    core.do({ type: 'set_theme', theme: 'dark' });
    open('/app/settings?section=preference');
    const button = screen.getByRole('button', { name: 'Theme: Dark' });
    button.focus();
    await userEvent.keyboard('{Enter}');
    const option = (name: RegExp) => within(screen.getByRole('listbox')).getByRole('option', { name });
    expect(option(/^Dark/)).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    expect(option(/^System/)).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(option(/^Light/)).toHaveFocus();
    await userEvent.keyboard('{Home}');
    expect(option(/^Dark/)).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(button).toHaveFocus();
    expect(intents('set_theme')).toEqual([]);
    await userEvent.keyboard('{Enter}{End}{Enter}');
    expect(preferences().theme).toBe('system');
    expect(button).toHaveFocus();
    // Choosing the current value again does nothing.
    await userEvent.keyboard('{Enter} ');
    expect(intents('set_theme')).toHaveLength(1);
  });
});

describe('the lengths of the focus timer', () => {
  it('are saved when the field is left, and show it for a moment', async () => {
    open();
    expect(number('Focus time')).toHaveValue(25);
    await fill(number('Long break'), '20');
    await fill(number('Rounds'), '3');
    expect(screen.getByText('Saved')).toHaveTextContent('Saved');
    await userEvent.tab();
    expect(saved()).toEqual([
      { type: 'set_preferences', update: { long_break_minutes: 20 } },
      { type: 'set_preferences', update: { rounds: 3 } },
    ]);
    expect(preferences()).toMatchObject({ focus_minutes: 25, short_break_minutes: 5, long_break_minutes: 20, rounds: 3 });
    expect(core.state().drafts).toEqual([]);
  });

  it('are number fields with their range', () => {
    open();
    const field = number('Focus time');
    expect(field).toHaveAttribute('type', 'number');
    expect(field).toHaveAttribute('min', '1');
    expect(field).toHaveAttribute('max', '180');
    // Scrolling over a focused number field would change it.
    field.focus();
    fireEvent.wheel(field);
    expect(field).not.toHaveFocus();
  });

  it('limit the focus time', async () => {
    open();
    await fill(number('Focus time'), '500{Enter}');
    expect(saved()).toEqual([{ type: 'set_preferences', update: { focus_minutes: 500 } }]);
    // The core limits it to the maximum.
    expect(number('Focus time')).toHaveValue(180);
  });

  it('show an error beside each non-number and save nothing', async () => {
    open();
    await fill(number('Focus time'), 'soon');
    expect(number('Focus time')).toHaveValue(null);
    await fill(number('Rounds'), '2.5{Enter}');
    expect(number('Focus time')).toHaveAccessibleDescription('Enter 1 to 180 minutes.');
    expect(number('Rounds')).toHaveValue(2.5);
    expect(number('Rounds')).toHaveAccessibleDescription('Enter a number from 1 to 12.');
    expect(saved()).toEqual([]);
    await fill(number('Focus time'), '30');
    expect(number('Focus time')).toBeValid();
  });

  it('show the rejection beside a value out of range', async () => {
    open();
    await fill(number('Short break'), '0{Enter}');
    expect(number('Short break')).toHaveAccessibleDescription(OUT_OF_RANGE);
    expect(number('Short break')).toHaveValue(0);
    expect(saved()).toEqual([{ type: 'set_preferences', update: { short_break_minutes: 0 } }]);
    expect(preferences()).toMatchObject({ short_break_minutes: 5 });
  });

  it('show that the focus time is being saved, and save it once', async () => {
    open();
    const button = screen.getByRole('button', { name: 'Save Focus Time' });
    await userEvent.type(number('Focus time'), '{ArrowUp}');
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(button);
    expect(saved()).toEqual([{ type: 'set_preferences', update: { focus_minutes: 26 } }]);
    await core.advance(5000);
    expect(button).toHaveAttribute('aria-busy', 'false');
    await userEvent.click(button);
    expect(saved()).toHaveLength(2);
  });

  it('are saved when the page is left without leaving the field', async () => {
    const { unmount } = open();
    await fill(number('Rounds'), '3');
    fireEvent(window, new Event('pagehide'));
    expect(preferences().rounds).toBe(3);
    await fill(number('Rounds'), '5');
    unmount();
    expect(preferences().rounds).toBe(5);
    expect(core.state().drafts).toEqual([]);
  });

  it('are saved from drafts, and an invalid one gets its error again', () => {
    core.do({ type: 'save_draft', key: 'settings/focus_minutes', text: '45' });
    core.do({ type: 'save_draft', key: 'settings/rounds', text: '13' });
    open();
    expect(number('Focus time')).toHaveValue(45);
    expect(preferences()).toMatchObject({ focus_minutes: 45, rounds: 4 });
    expect(number('Rounds')).toHaveValue(13);
    expect(number('Rounds')).toHaveAccessibleDescription(OUT_OF_RANGE);
  });

  it('are restored by Escape', async () => {
    open();
    await fill(number('Focus time'), '{Enter}');
    expect(number('Focus time')).toHaveAccessibleDescription('Enter 1 to 180 minutes.');
    await userEvent.keyboard('{Escape}');
    expect(number('Focus time')).toHaveValue(25);
    expect(number('Focus time')).toHaveAccessibleDescription('Length of a focus session');
    await userEvent.tab();
    expect(saved()).toEqual([]);
    expect(core.state().drafts).toEqual([]);
  });

  it('step by the arrow keys within the range', async () => {
    open();
    const field = number('Rounds');
    await userEvent.type(field, '{ArrowUp}{ArrowUp}');
    expect(field).toHaveValue(6);
    await userEvent.type(field, '{PageUp}');
    expect(field).toHaveValue(12);
    await userEvent.type(field, '{PageDown}{ArrowDown}{ArrowDown}');
    expect(field).toHaveValue(1);
    await userEvent.clear(field);
    await userEvent.type(field, '{ArrowUp}');
    expect(field).toHaveValue(2);
  });
});

describe('settings saved at once', () => {
  it('switches the automatic starts', async () => {
    open();
    const breaks = screen.getByRole('switch', { name: 'Auto-start breaks' });
    expect(breaks).not.toBeChecked();
    await userEvent.click(breaks);
    expect(breaks).toBeChecked();
    await userEvent.click(screen.getByText('Auto-start focus'));
    await userEvent.click(breaks);
    expect(saved()).toEqual([
      { type: 'set_preferences', update: { auto_start_breaks: true } },
      { type: 'set_preferences', update: { auto_start_focus: true } },
      { type: 'set_preferences', update: { auto_start_breaks: false } },
    ]);
  });

  it('saves the goal by Enter and by leaving the field, once each', async () => {
    open();
    await fill(number('Daily goal'), '60');
    await userEvent.tab();
    await userEvent.click(number('Daily goal'));
    await userEvent.tab();
    expect(saved()).toEqual([{ type: 'set_preferences', update: { mins_for_streak: 60 } }]);
    await fill(number('Daily goal'), '90{Enter}');
    expect(saved()).toHaveLength(2);
  });

  it('keeps an invalid goal with its error', async () => {
    open();
    const field = number('Daily goal');
    await fill(field, 'all day{Enter}');
    expect(field).toHaveAccessibleDescription('Enter a number from 1 to 1,440.');
    await fill(field, '1441{Enter}');
    expect(field).toHaveAccessibleDescription(OUT_OF_RANGE);
    expect(field).toHaveValue(1441);
  });

  it('chooses the start of the day in half hours, and the clock', async () => {
    core.do({ type: 'set_preferences', update: { day_start_minutes: 75 } });
    open();
    const start = screen.getByRole('combobox', { name: 'Day starts at' });
    const options = within(start).getAllByRole('option').map(({ textContent }) => textContent);
    expect(options).toHaveLength(14);
    expect([options[0], options[3], options.at(-1)]).toEqual(['12:00\u00a0AM', '1:15\u00a0AM', '6:00\u00a0AM']);
    expect(start).toHaveDisplayValue('1:15\u00a0AM');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Time format' }), '24-hour');
    expect(start).toHaveDisplayValue('01:15');
    await userEvent.selectOptions(start, '04:30');
    expect(start).toHaveDisplayValue('04:30');
    expect(saved()).toEqual([
      { type: 'set_preferences', update: { hour_format: '24' } },
      { type: 'set_preferences', update: { day_start_minutes: 270 } },
    ]);
  });
});

describe('the sounds', () => {
  beforeEach(() => {
    vi.clearAllMocks();
    soundState.setState({ isBlocked: false, failed: new Set(), previewing: null });
  });

  const openSounds = async () => {
    open('/app/settings?section=preference');
    await userEvent.click(screen.getByRole('button', { name: 'Change Sound' }));
  };

  it('are summarized beside the button', () => {
    open('/app/settings?section=preference');
    expect(screen.getByText('Soft ambience, then a bell, 50%')).toBeVisible();
    core.do({ type: 'set_preferences', update: { focus_sound: 'none', ending_sound: 'gong' } });
    expect(screen.getByText('Nothing, then a gong, 50%')).toBeVisible();
    core.do({ type: 'set_preferences', update: { volume: 0 } });
    expect(screen.getByText('No sound')).toBeVisible();
  });

  it('are chosen for running and ending apart, and saved at once', async () => {
    await openSounds();
    const running = screen.getByRole('group', { name: 'While running' });
    const ending = screen.getByRole('group', { name: 'At the end' });
    expect(within(running).getAllByRole('radio')).toHaveLength(8);
    expect(within(ending).getAllByRole('radio')).toHaveLength(5);
    expect(within(running).getByRole('radio', { name: 'Soft ambience' })).toBeChecked();
    await userEvent.click(within(running).getByRole('radio', { name: 'Rain' }));
    await userEvent.click(within(ending).getByRole('radio', { name: 'None' }));
    expect(saved()).toEqual([
      { type: 'set_preferences', update: { focus_sound: 'rain' } },
      { type: 'set_preferences', update: { ending_sound: 'none' } },
    ]);
    expect(preferences()).toMatchObject({ focus_sound: 'rain', ending_sound: 'none' });
  });

  it('can be played one at a time until the dialog closes', async () => {
    await openSounds();
    expect(screen.queryByRole('button', { name: 'Play None' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Play Rain' }));
    expect(startPreview).toHaveBeenLastCalledWith('rain', 50);
    act(() => soundState.setState({ previewing: 'rain' }));
    expect(screen.getByRole('button', { name: 'Play Gong' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Stop Rain' }));
    expect(stopPreview).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(stopPreview).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('button', { name: 'Change Sound' })).toHaveFocus();
  });

  it('share one volume, previewed while dragging and saved on release', async () => {
    await openSounds();
    const slider = screen.getByRole('slider', { name: 'Volume' });
    expect(slider).toHaveAttribute('aria-valuetext', '50 percent');
    fireEvent.input(slider, { target: { value: '30' } });
    fireEvent.input(slider, { target: { value: '20' } });
    expect(setPreviewVolume).toHaveBeenLastCalledWith(20);
    expect(slider).toHaveAttribute('aria-valuetext', '20 percent');
    expect(saved()).toEqual([]);
    act(() => {
      slider.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(saved()).toEqual([{ type: 'set_preferences', update: { volume: 20 } }]);
    expect(preferences().volume).toBe(20);
  });

  it('show which one failed to load', async () => {
    await openSounds();
    act(() => soundState.setState({ failed: new Set(['default', 'gong'] as const) }));
    for (const name of ['Soft ambience', 'Gong']) {
      expect(screen.getByRole('radio', { name })).toHaveAccessibleDescription(
        'Couldn’t load this sound. Check your connection and try again.',
      );
    }
    expect(screen.getByRole('radio', { name: 'Rain' })).not.toHaveAccessibleDescription();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('alert')).toHaveTextContent('Couldn’t load the sound.');
  });
});
