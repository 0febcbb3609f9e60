import type { UploadView } from '@twentyfour/core';
import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Toaster } from '../../ui/Toaster';
import { connectFakeCore } from '../../testing/fake-core';
import { useFailedUploadsToast } from './useFailedUploadsToast';

function Page() {
  useFailedUploadsToast();
  return <Toaster position="bottom-left" duration={5000} />;
}

it('shows once why a file could not be uploaded', () => {
  const core = connectFakeCore();
  render(<Page />);
  const upload: UploadView = { id: '1', board_id: '2', card_id: '3', name: 'a.txt', bytes: 3, status: 'waiting', rejection: null };
  act(() => core.emit([{ type: 'uploads', uploads: [upload] }]));
  expect(screen.queryByText(/a\.txt/)).toBeNull();
  const failed: UploadView = { ...upload, status: 'failed', rejection: { code: 'attachment_limit', message: 'No space left.' } };
  act(() => core.emit([{ type: 'uploads', uploads: [failed] }]));
  act(() => core.emit([{ type: 'uploads', uploads: [failed, { ...upload, id: '4', name: 'b.txt' }] }]));
  expect(screen.getAllByText('a.txt: No space left.')).toHaveLength(1);
});
