import { afterEach, describe, expect, it } from 'vitest';
import { addOverlay } from './overlay';

describe('the drag overlay', () => {
  afterEach(() => document.body.replaceChildren());

  /** Adds the overlay of an element with these styles, and returns the copy in it. */
  function copyOf(style: string): HTMLElement {
    document.body.innerHTML = `<button data-entry="1" style="${style}">Milk</button>`;
    const overlay = addOverlay(document.querySelector('button') as HTMLElement, 1);
    return overlay.querySelector('button') as HTMLElement;
  }

  it('is filled by the copy of an element that is positioned on its page', () => {
    const { style } = copyOf('position: absolute; top: 27rem; width: 34%; min-height: 1.5rem');
    expect(style).toMatchObject({ position: 'static', width: '100%', minHeight: '1.5rem' });
  });

  it('keeps the styles of other elements', () => {
    const copy = copyOf('width: 34%');
    expect(copy.style).toMatchObject({ position: '', width: '34%' });
    expect(copy).not.toHaveAttribute('data-entry');
  });
});
