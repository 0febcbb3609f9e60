import { render } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { LoadingOverlay, LoadingOverlayEnd } from './LoadingOverlay';

const overlay = () => document.getElementById('loading-overlay');

function Page({ isLoading }: { isLoading: boolean }) {
  return (
    <>
      {isLoading && <LoadingOverlay />}
      <LoadingOverlayEnd />
    </>
  );
}

beforeEach(() => {
  document.body.innerHTML = '<div id="loading-overlay"></div>';
});

describe('the loading overlay', () => {
  it('is hidden by a page that is drawn at once', () => {
    render(<Page isLoading={false} />);
    expect(overlay()).not.toBeVisible();
  });

  it('is shown while a page loads, and hidden afterwards', () => {
    const { rerender } = render(<Page isLoading />);
    expect(overlay()).toBeVisible();
    rerender(<Page isLoading={false} />);
    expect(overlay()).not.toBeVisible();
    rerender(<Page isLoading />);
    expect(overlay()).toBeVisible();
  });

  it('keeps Home’s clock until a page is drawn, and then only has the logo', () => {
    document.body.innerHTML = '<div id="loading-overlay"><div id="first-clock"></div></div>';
    const { rerender } = render(<Page isLoading />);
    expect(document.getElementById('first-clock')).not.toBeNull();
    rerender(<Page isLoading={false} />);
    expect(document.getElementById('first-clock')).toBeNull();
  });
});
