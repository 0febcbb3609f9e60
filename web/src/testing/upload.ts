/** Test support: a request of the page that uploads a file, whose progress and response the test decides. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** A request, as far as uploads use it. */
export class FakeUpload extends EventTarget {
  readonly upload = new EventTarget();
  readonly headers = new Map<string, string>();
  status = 0;
  responseText = '';
  /** The method and the URL. */
  target = '';
  body: unknown = null;
  isAborted = false;

  open(method: string, url: string): void {
    this.target = `${method} ${url}`;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  send(body: unknown): void {
    this.body = body;
  }

  abort(): void {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }

  /** Reports how much of the file is sent. */
  report(loaded: number): void {
    act(() => void this.upload.dispatchEvent(new ProgressEvent('progress', { loaded })));
  }

  /** Receives a part of the response. */
  receive(text: string): void {
    this.status = 200;
    this.responseText += text;
    act(() => void this.dispatchEvent(new ProgressEvent('progress')));
  }

  /** Ends the response. */
  async finish(status = 200, text = ''): Promise<void> {
    this.status = status;
    this.responseText += text;
    await this.end('load');
  }

  /** Loses the connection. */
  async fail(): Promise<void> {
    this.status = 0;
    await this.end('error');
  }

  private async end(event: string): Promise<void> {
    await act(async () => {
      this.dispatchEvent(new Event(event));
      await Promise.resolve();
    });
  }
}

/** Replaces the browser's requests. Returns the uploads that the page has started, oldest first. */
export function stubUploads(): readonly FakeUpload[] {
  const uploads: FakeUpload[] = [];
  class Upload extends FakeUpload {
    override send(body: unknown): void {
      super.send(body);
      uploads.push(this);
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
  return uploads;
}
