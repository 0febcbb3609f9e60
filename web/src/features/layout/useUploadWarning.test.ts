import type { UploadStatus, UploadView } from '@twentyfour/core';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { connectFakeCore } from '../../testing/fake-core';
import { useUploadWarning } from './useUploadWarning';

const upload = (status: UploadStatus): UploadView => ({ id: '1', board_id: '2', card_id: '3', name: 'a.txt', bytes: 3, status, rejection: null });

/** Returns whether the browser would ask before it closes the page. */
function asks(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

it('asks before the page is closed while files are not uploaded', () => {
  const core = connectFakeCore();
  renderHook(() => useUploadWarning());
  expect(asks()).toBe(false);
  core.emit([{ type: 'uploads', uploads: [upload('waiting')] }]);
  expect(asks()).toBe(true);
  core.emit([{ type: 'uploads', uploads: [upload('failed')] }]);
  expect(asks()).toBe(true);
  core.emit([{ type: 'uploads', uploads: [] }]);
  expect(asks()).toBe(false);
});
