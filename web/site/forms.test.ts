import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fieldOf, post, setUpForms } from './forms';

describe('a rejected form', () => {
  it('maps a code to its field', () => {
    const fields = ['name', 'email', 'message', 'website'];
    expect(fieldOf('email_invalid', fields)).toBe('email');
    expect(fieldOf('name_required', fields)).toBe('name');
    expect(fieldOf('first_name_required', fields)).toBe('name');
    expect(fieldOf('message_too_long', fields)).toBe('message');
    for (const code of ['too_many_requests', 'contact_off', 'emails', 'body_invalid']) expect(fieldOf(code, fields)).toBeNull();
  });
});

describe('responses of the server', () => {
  const respond = (status: number, body: string) => vi.stubGlobal('fetch', async () => new Response(body, { status }));
  beforeEach(() => () => vi.unstubAllGlobals());

  it('has its code and its message', async () => {
    respond(200, '{"message":"Thank you."}');
    expect(await post('/api/x/', {})).toEqual({ ok: true, fieldErrors: [] });
    respond(422, '{"code":"email_invalid","message":"Enter an email."}');
    expect(await post('/api/x/', {})).toEqual({
      ok: false,
      fieldErrors: [{ code: 'email_invalid', message: 'Enter an email.' }],
    });
  });

  it('returns no reasons for an unknown or missing response', async () => {
    const nothing = { ok: false, fieldErrors: [] };
    respond(502, '<html>');
    expect(await post('/api/x/', {})).toEqual(nothing);
    respond(500, '{}');
    expect(await post('/api/x/', {})).toEqual(nothing);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await post('/api/x/', {})).toEqual(nothing);
  });
});

describe('a form without toasts', () => {
  beforeEach(() => {
    document.body.innerHTML = `
      <div id="form-panel"><form id="contact-form" data-post="/api/contact/" data-fields="name message website">
        <input name="name" value="Ada"><p id="name-error" hidden></p>
        <textarea name="message">Hello</textarea><p id="message-error" hidden></p>
        <input name="website"><p data-failure></p><button>Send message</button>
      </form></div><div id="done" tabindex="-1" hidden></div><div class="toasts"></div>`;
    setUpForms();
    return () => {
      document.body.innerHTML = '';
      vi.unstubAllGlobals();
    };
  });

  const submit = () => document.querySelector('form')?.dispatchEvent(new SubmitEvent('submit', { cancelable: true }));
  const failure = () => document.querySelector('[data-failure]')?.textContent;

  it('shows every field error and focuses the first', async () => {
    const errors = [
      { code: 'name_required', message: 'Enter a name.' },
      { code: 'message_required', message: 'Enter a message.' },
    ];
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ...errors[0], errors }), { status: 422 }));
    submit();
    const error = (name: string) => document.getElementById(`${name}-error`);
    await vi.waitFor(() => expect(error('message')?.textContent).toBe('Enter a message.'));
    expect([error('name')?.hidden, error('message')?.hidden]).toEqual([false, false]);
    expect(error('name')?.textContent).toBe('Enter a name.');
    expect(document.activeElement).toBe(document.querySelector('[name=name]'));
    expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(2);
    expect(failure()).toBe('');
  });

  it('shows an error about no field above the button', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    submit();
    await vi.waitFor(() => expect(failure()).toBe('Something went wrong. Please try again.'));
    vi.stubGlobal('fetch', async () => new Response('{"code":"contact_off","message":"Nobody reads this."}', { status: 503 }));
    submit();
    await vi.waitFor(() => expect(failure()).toBe('Nobody reads this.'));
    expect(document.querySelector('.toasts')?.children).toHaveLength(0);
  });

  it('submits once and shows the thank-you panel', async () => {
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
      sent.push(JSON.parse(String(body)));
      return new Response('{}');
    });
    submit();
    submit();
    await vi.waitFor(() => expect(document.getElementById('done')?.hidden).toBe(false));
    expect(document.getElementById('form-panel')?.hidden).toBe(true);
    expect(sent).toEqual([{ name: 'Ada', message: 'Hello', website: '' }]);
  });
});
