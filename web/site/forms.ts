/** The forms of the waitlist and the contact page. The server validates the fields and provides the error messages. */
import * as messages from '../src/messages/site';
import { dismissToasts, showToast } from './toasts';

/** The request timeout, in milliseconds (specification, section 9). */
const REQUEST_TIMEOUT_MS = 10_000;

/** An error about a form or one of its fields: the server's code and message. */
export interface FieldError {
  code: string;
  message: string;
}

/** The server's response. */
export interface SubmitResult {
  ok: boolean;
  /** All errors; empty if the server gave none. */
  fieldErrors: readonly FieldError[];
}

/** The body of an error response. */
interface ErrorBody extends Partial<FieldError> {
  /** The errors of all fields, if there are several. */
  errors?: readonly FieldError[];
}

/** Posts to the API. Network errors are returned as a result too. */
export async function post(address: string, body: Record<string, string>): Promise<SubmitResult> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      // The browser's language may be another one than that of the page.
      headers: { 'Accept-Language': 'en', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (response.ok) return { ok: true, fieldErrors: [] };
    const { code, message, errors } = (await response.json()) as ErrorBody;
    return { ok: false, fieldErrors: errors ?? (code && message ? [{ code, message }] : []) };
  } catch {
    return { ok: false, fieldErrors: [] };
  }
}

/**
 * Returns the field that an error code is about, such as `email` for `email_invalid` and `name` for
 * `first_name_required`.
 */
export function fieldOf(code: string, fields: readonly string[]): string | null {
  return fields.find((field) => `_${code}`.includes(`_${field}_`)) ?? null;
}

/** The configuration of a form. */
interface FormConfig {
  address: string;
  /** The toasts for success and failure, if the specification has them. */
  toasts?: { good: string; bad: string };
}

/** Makes the page's forms submit to the server. */
export function setUpForms(): void {
  setUpForm('waitlist-form', ({ dataset }) => ({
    address: dataset.post ?? '',
    toasts: { good: messages.waitlistJoined(), bad: messages.genericError() },
  }));
  setUpForm('contact-form', ({ dataset }) => ({ address: dataset.post ?? '' }));
  setUpForm('leave-form', () => {
    const token = new URLSearchParams(location.search).get('token');
    return token ? { address: `/api/leave-waitlist/${encodeURIComponent(token)}` } : null;
  });
}

function setUpForm(id: string, configOf: (form: HTMLFormElement) => FormConfig | null): void {
  const form = document.querySelector<HTMLFormElement>(`#${id}`);
  if (!form) return;
  // The server's messages appear beside the fields, instead of the browser's own bubbles.
  form.noValidate = true;
  // The button is disabled in the HTML, because without this script the form cannot be submitted.
  const button = form.querySelector('button');
  if (button) button.disabled = false;
  const how = configOf(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (how) void send(form, how);
    else showFormError(form, messages.linkIncomplete());
  });
  form.addEventListener('input', ({ target }) => clearFieldError(form, (target as HTMLInputElement).name));
}

/** Returns the names of a form's fields. */
const fieldsOf = (form: HTMLFormElement): string[] => form.dataset.fields?.split(' ') ?? [];

async function send(form: HTMLFormElement, { address, toasts }: FormConfig): Promise<void> {
  const button = form.querySelector('button');
  if (!button || button.getAttribute('aria-busy') === 'true') return;
  const fields = fieldsOf(form);
  const written = new FormData(form);
  for (const field of fields) clearFieldError(form, field);
  showFormError(form, '');
  if (toasts) dismissToasts('bad');
  // Not disabled, so that it keeps the focus during the request.
  button.setAttribute('aria-busy', 'true');
  const outcome = await post(address, Object.fromEntries(fields.map((field) => [field, String(written.get(field) ?? '')])));
  button.removeAttribute('aria-busy');

  if (outcome.ok) {
    if (toasts) showToast(toasts.good, 'good');
    showSuccessPanel();
    return;
  }
  const others: string[] = [];
  for (const { code, message } of outcome.fieldErrors) {
    const field = fieldOf(code, fields);
    if (field) showFieldError(form, field, message);
    else others.push(message);
  }
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  if (others.length === 0 && outcome.fieldErrors.length > 0) return;
  if (toasts) showToast(toasts.bad, 'bad');
  // The toast only reports the failure.
  if (others.length > 0 || !toasts) showFormError(form, others.join(' ') || messages.genericError());
}

/** Shows an error beside a field. */
function showFieldError(form: HTMLFormElement, name: string, message: string): void {
  const input = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
  const error = document.getElementById(`${name}-error`);
  if (!input || !error) return;
  error.textContent = message;
  error.hidden = false;
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-describedby', error.id);
}

/** Clears a field's error, because the field is being changed. */
function clearFieldError(form: HTMLFormElement, name: string): void {
  const input = form.querySelector(`[name="${name}"]`);
  const error = document.getElementById(`${name}-error`);
  if (!input || !error) return;
  error.hidden = true;
  input.removeAttribute('aria-invalid');
  input.removeAttribute('aria-describedby');
}

/** Shows an error above the button that is not about a field. */
function showFormError(form: HTMLFormElement, message: string): void {
  const failure = form.querySelector('[data-failure]');
  if (failure) failure.textContent = message;
}

/** Replaces the form with the success panel. */
function showSuccessPanel(): void {
  const [panel, done] = [document.getElementById('form-panel'), document.getElementById('done')];
  if (!panel || !done) return;
  panel.hidden = true;
  done.hidden = false;
  done.focus();
}
