import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { BarChart } from './BarChart';

const BARS = [
  { label: 'Mon', name: 'Monday', value: 3600, text: '1 h' },
  { label: 'Tue', name: 'Tuesday', value: 6000, text: '1 h 40 min', isHighlighted: true },
  { label: 'Wed', name: 'Wednesday', value: 0, text: '0 min' },
];

const open = () => {
  render(<BarChart caption="Focus time by day" columns={['Day', 'Focused']} bars={BARS} barWidth={28} className="h-56" />);
  return screen.getByRole('group', { name: 'Focus time by day' });
};
const announced = () => document.querySelector('[aria-live]')?.textContent;
const bar = (index: number) => document.querySelector(`[data-bar="${index}"]`) as Element;

afterEach(() => {
  document.documentElement.dir = '';
});

describe('a bar chart', () => {
  it('announces bars by the arrow keys, from the highlighted one on', async () => {
    open().focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(announced()).toBe('Tuesday, 1 h 40 min');
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(announced()).toBe('Wednesday, 0 min');
    await userEvent.keyboard('{Home}');
    expect(announced()).toBe('Monday, 1 h');
    await userEvent.keyboard('{End}{Escape}');
    expect(announced()).toBe('');
  });

  it('follows the direction of the text', async () => {
    document.documentElement.dir = 'rtl';
    const chart = open();
    chart.style.direction = 'rtl';
    chart.focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(announced()).toBe('Wednesday, 0 min');
  });

  it('shows a tooltip for the pointer, and after a tap until the chart loses the focus', () => {
    const chart = open();
    const tooltip = () => within(chart).queryByText('Monday')?.parentElement?.textContent ?? null;
    fireEvent.pointerOver(bar(0));
    expect(tooltip()).toBe('Monday 1 h');
    fireEvent.pointerLeave(chart, { pointerType: 'mouse' });
    expect(tooltip()).toBeNull();
    fireEvent.pointerOver(bar(0), { pointerType: 'touch' });
    fireEvent.pointerLeave(chart, { pointerType: 'touch' });
    expect(tooltip()).toBe('Monday 1 h');
    fireEvent.blur(chart);
    expect(tooltip()).toBeNull();
    // What is only shown to the pointer is not announced.
    expect(announced()).toBe('');
  });

  it('has its data in a table', () => {
    open();
    const rows = within(screen.getByRole('table', { name: 'Focus time by day' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['DayFocused', 'Monday1 h', 'Tuesday1 h 40 min', 'Wednesday0 min']);
  });
});
