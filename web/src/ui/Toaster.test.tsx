import { act, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Toaster } from './Toaster';

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const show = (make: () => string) => act(() => void make());

/** Returns the number of toasts in the page, including those that are being removed. */
const count = () => screen.queryAllByText(/^toast/).length;

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    act(() => toast.remove());
    vi.useRealTimers();
  });

  it.each([
    ['blank', () => toast('toast'), 4000],
    ['error', () => toast.error('toast'), 4000],
    ['success', () => toast.success('toast'), 2000],
  ])('a %s toast has its duration and is removed 1 s after dismissal', (_kind, make, stay) => {
    render(<Toaster position="top-center" duration={null} />);
    show(make);
    wait(stay - 1);
    expect(count()).toBe(1);
    wait(1);
    wait(999);
    expect(count()).toBe(1);
    wait(1);
    expect(count()).toBe(0);
  });

  it('a page can set the toast duration; loading toasts stay', () => {
    render(<Toaster position="bottom-left" duration={5000} />);
    show(() => toast.success('toast 1'));
    show(() => toast.loading('toast 2'));
    wait(4999);
    expect(count()).toBe(2);
    wait(1);
    wait(1000);
    expect(screen.queryByText('toast 1')).toBeNull();
    wait(600_000);
    expect(screen.getByText('toast 2')).toBeInTheDocument();
  });

  it('waits while the pointer rests on it', () => {
    render(<Toaster position="top-center" duration={null} />);
    show(() => toast.success('toast'));
    const area = screen.getByText('toast').closest('[data-rht-toaster]');
    fireEvent.mouseEnter(area ?? document.body);
    wait(60_000);
    expect(count()).toBe(1);
    fireEvent.mouseLeave(area ?? document.body);
    wait(2000);
    wait(1000);
    expect(count()).toBe(0);
  });

  it('keeps at most 20, each at most 350 px wide', () => {
    render(<Toaster position="top-center" duration={null} />);
    for (let made = 1; made <= 25; made += 1) show(() => toast(`toast ${made}`));
    expect(count()).toBe(20);
    expect(screen.getByText('toast 25').parentElement).toHaveStyle({ maxWidth: '350px' });
  });
});
