import type { ErrorCode, User } from '@twentyfour/core';
import { type FormEvent, useEffect, useRef } from 'react';
import { useDraft } from '../../../core/drafts';
import * as accountForms from '../../../messages/account_forms';
import * as common from '../../../messages/common';
import * as messages from '../../../messages/settings_profile';
import { useAccountAction } from '../../../shell/useAccountAction';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { useFocusInvalidField } from '../../../ui/focus';
import { TitledSection } from '../../../ui/TitledSection';
import { ActionButton } from './ActionButton';
import { ActionResult } from './ActionResult';

type Name = 'first_name' | 'last_name';

/** The field beside which each error is shown. */
const FIELD_OF: Partial<Record<ErrorCode, Name>> = { first_name_required: 'first_name', last_name_required: 'last_name' };

/** A form for the user's name. */
export function NameForm({ user }: { user: User }) {
  const first = useDraft('settings/first_name', user.first_name);
  const last = useDraft('settings/last_name', user.last_name);
  const action = useAccountAction('profile');
  const submittedNames = useRef<Record<Name, string> | null>(null);
  const { isDone, rejection } = action;
  const form = useFocusInvalidField(rejection);
  const isDirty = first.isDirty || last.isDirty;

  const longer: Name = first.value.length >= last.value.length ? 'first_name' : 'last_name';
  const errorField = rejection && (FIELD_OF[rejection.code] ?? (rejection.code === 'name_too_long' ? longer : null));

  // Input typed during the save stays, and is saved by the next press.
  useEffect(() => {
    const names = submittedNames.current;
    if (!isDone || !names) return;
    submittedNames.current = null;
    if (first.value === names.first_name) first.discard();
    if (last.value === names.last_name) last.discard();
  }, [isDone, first, last]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const names = { first_name: first.value, last_name: last.value };
    if (action.run({ type: 'edit_profile', ...names })) submittedNames.current = names;
  };

  const discard = () => {
    first.discard();
    last.discard();
    action.clear();
  };

  const field = (name: Name, { value, change }: typeof first) => ({
    name,
    value,
    required: true,
    error: errorField === name ? rejection?.message : null,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      change(event.target.value);
      action.clear();
    },
  });

  return (
    <TitledSection title={messages.nameTitle()}>
      <form ref={form} noValidate onSubmit={submit} className="mt-3">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={accountForms.firstName()} autoComplete="given-name" {...field('first_name', first)} />
          <Field label={accountForms.lastName()} autoComplete="family-name" {...field('last_name', last)} />
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <ActionButton type="submit" variant={isDirty ? 'primary' : 'secondary'} action={action} isBusy={action.isBusy}>
            {common.save()}
          </ActionButton>
          {isDirty && (
            <Button variant="quiet" onClick={discard}>
              {common.discard()}
            </Button>
          )}
          <ActionResult action={{ isDone, rejection: errorField ? null : rejection }} done={messages.nameSaved()} />
        </div>
      </form>
    </TitledSection>
  );
}
