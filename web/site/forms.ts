/** The forms of the waitlist and the contact page. What may stand in a field is the server's rule, and so is the sentence that says so. */
import { dismissToasts, showToast } from './toasts';

/** Said where nothing better is known (specification, section 8). */
export const GENERIC_ERROR = 'Something went wrong. Please try again.';

/** How long an answer is waited for, in milliseconds (specification, section 9). */
const REQUEST_TIMEOUT_MS = 10_000;

/** Why a form, or one of its fields, was refused: the server's code and its sentence for people. */
export interface FieldError {
  code: string;
  message: string;
}

/** The server's answer. */
export interface SubmitResult {
  ok: boolean;
  /** Every reason for a refusal; empty where the server gave none. */
  refusals: readonly FieldError[];
}

/** The body of a refusal. */
interface RefusalBody extends Partial<FieldError> {
  /** Every refused field, where there are several. */
  errors?: readonly FieldError[];
}

/** Posts to the API. A server that cannot be reached is an outcome too. */
export async function post(address: string, body: Record<string, string>): Promise<SubmitResult> {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (answer.ok) return { ok: true, refusals: [] };
    const { code, message, errors } = (await answer.json()) as RefusalBody;
    return { ok: false, refusals: errors ?? (code && message ? [{ code, message }] : []) };
  } catch {
    return { ok: false, refusals: [] };
  }
}

/** The field that a code is about, such as `email` of `email_invalid` and `name` of `first_name_required`. */
export function fieldOf(code: string, fields: readonly string[]): string | null {
  return fields.find((field) => `_${code}`.includes(`_${field}_`)) ?? null;
}

/** How one form goes. */
interface FormConfig {
  address: string;
  /** Toasts for what became of it, where the specification has them. */
  toasts?: { good: string; bad: string };
}

/** Makes the page's form speak to the server. */
export function setUpForms(): void {
  setUpForm('waitlist-form', ({ dataset }) => ({
    address: dataset.post ?? '',
    toasts: { good: 'Successfully joined the waitlist!', bad: GENERIC_ERROR },
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
  // The server's sentences stand beside the fields, in the place of the browser's own bubbles.
  form.noValidate = true;
  // Pressed before this script was there, it would have led to a page of nothing.
  const button = form.querySelector('button');
  if (button) button.disabled = false;
  const how = configOf(form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (how) void send(form, how);
    else showFormError(form, 'This link is incomplete. Open it from the email again.');
  });
  form.addEventListener('input', ({ target }) => clearFieldError(form, (target as HTMLInputElement).name));
}

/** The names of the fields of a form. */
const fieldsOf = (form: HTMLFormElement): string[] => form.dataset.fields?.split(' ') ?? [];

async function send(form: HTMLFormElement, { address, toasts }: FormConfig): Promise<void> {
  const button = form.querySelector('button');
  if (!button || button.getAttribute('aria-busy') === 'true') return;
  const fields = fieldsOf(form);
  const written = new FormData(form);
  for (const field of fields) clearFieldError(form, field);
  showFormError(form, '');
  if (toasts) dismissToasts('bad');
  // It keeps the focus while it waits, which a disabled button would lose.
  button.setAttribute('aria-busy', 'true');
  const outcome = await post(address, Object.fromEntries(fields.map((field) => [field, String(written.get(field) ?? '')])));
  button.removeAttribute('aria-busy');

  if (outcome.ok) {
    if (toasts) showToast(toasts.good, 'good');
    showSuccessPanel();
    return;
  }
  const others: string[] = [];
  for (const { code, message } of outcome.refusals) {
    const field = fieldOf(code, fields);
    if (field) showFieldError(form, field, message);
    else others.push(message);
  }
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  if (others.length === 0 && outcome.refusals.length > 0) return;
  if (toasts) showToast(toasts.bad, 'bad');
  // The toast says no more than that it failed.
  if (others.length > 0 || !toasts) showFormError(form, others.join(' ') || GENERIC_ERROR);
}

/** Says beside a field what is wrong with it. */
function showFieldError(form: HTMLFormElement, name: string, message: string): void {
  const input = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
  const error = document.getElementById(`${name}-error`);
  if (!input || !error) return;
  error.textContent = message;
  error.hidden = false;
  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-describedby', error.id);
}

/** What was wrong with a field is not said any more: it is being changed. */
function clearFieldError(form: HTMLFormElement, name: string): void {
  const input = form.querySelector(`[name="${name}"]`);
  const error = document.getElementById(`${name}-error`);
  if (!input || !error) return;
  error.hidden = true;
  input.removeAttribute('aria-invalid');
  input.removeAttribute('aria-describedby');
}

/** Says above the button what is about no field. */
function showFormError(form: HTMLFormElement, message: string): void {
  const failure = form.querySelector('[data-failure]');
  if (failure) failure.textContent = message;
}

/** The panel that stands in the form's place when it is done. */
function showSuccessPanel(): void {
  const [asked, done] = [document.getElementById('ask'), document.getElementById('done')];
  if (!asked || !done) return;
  asked.hidden = true;
  done.hidden = false;
  done.focus();
}
