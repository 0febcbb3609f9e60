import type { CardDetails, UploadView } from '@twentyfour/core';
import { act, render, renderHook, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast';
import { afterEach, expect, it } from 'vitest';
import { mirror } from '../../core/client';
import { connectFakeCore } from '../../testing/fake-core';
import { Toaster } from '../../ui/Toaster';
import { useFailedUploadsToast } from './useFailedUploadsToast';

afterEach(() => {
  act(() => toast.remove());
});

it('shows once why a file could not be uploaded', async () => {
  const core = connectFakeCore();
  render(<Toaster position="bottom-left" duration={5000} />);
  renderHook(() => useFailedUploadsToast());
  const waiting: UploadView = { id: '1', board_id: '2', card_id: '3', name: 'a.txt', bytes: 3, status: 'waiting', rejection: null };
  const failed: UploadView = { ...waiting, status: 'failed', rejection: { code: 'attachment_limit', message: 'No space left.' } };
  for (const uploads of [[waiting], [failed], [failed, { ...waiting, id: '4', name: 'b.txt' }]]) {
    core.emit([{ type: 'uploads', uploads }]);
  }
  await screen.findByText('a.txt: No space left.');
  expect(screen.getAllByText(/No space left/)).toHaveLength(1);
});

it('leaves it to the dialog of the card while that is open', () => {
  const core = connectFakeCore();
  render(<Toaster position="bottom-left" duration={5000} />);
  renderHook(() => useFailedUploadsToast());
  act(() => mirror.setState({ open_card: { id: '3' } as CardDetails }));
  const rejection = { code: 'attachment_limit', message: 'No space left.' } as const;
  core.emit([{ type: 'uploads', uploads: [{ id: '1', board_id: '2', card_id: '3', name: 'a.txt', bytes: 3, status: 'failed', rejection }] }]);
  expect(screen.queryByText(/No space left/)).toBeNull();
});
