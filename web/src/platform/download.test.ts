import { afterEach, expect, it, vi } from 'vitest';
import { downloadText } from './download';

afterEach(() => vi.useRealTimers());

it('downloads text as a file and revokes its object URL', async () => {
  vi.useFakeTimers();
  const blobs: Blob[] = [];
  URL.createObjectURL = vi.fn((blob: Blob) => `blob:${blobs.push(blob)}`) as typeof URL.createObjectURL;
  URL.revokeObjectURL = vi.fn();
  const followed: { name: string; href: string; isInPage: boolean }[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push({ name: this.download, href: this.href, isInPage: this.isConnected });
  });

  downloadText('focus-sessions.csv', 'text/csv', 'id,start\r\n1,“Übung”\r\n');
  expect(followed).toEqual([{ name: 'focus-sessions.csv', href: 'blob:1', isInPage: true }]);
  expect(document.querySelector('a')).toBeNull();
  expect(blobs[0]?.type).toBe('text/csv;charset=utf-8');
  vi.runAllTimers();
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:1');
  vi.useRealTimers();
  expect(await blobs[0]?.text()).toBe('id,start\r\n1,“Übung”\r\n');
});
