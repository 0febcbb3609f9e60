import type { BusyError, BusyResponse, CalendarSource } from '@twentyfour/core';
import { type FormEvent, useEffect, useState } from 'react';
import { callServer } from '../../../core/call-server';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/calendar_settings';
import * as common from '../../../messages/common';
import * as integrations from '../../../messages/integrations';
import { busyPath } from '../../../platform/busyTimes';
import { addDays } from '../../../platform/format/dates';
import { Button } from '../../../ui/Button';
import { ErrorText } from '../../../ui/ErrorText';
import { Field } from '../../../ui/Field';
import { InfoRow } from '../../../ui/InfoRow';
import { TitledSection } from '../../../ui/TitledSection';
import { type ChangeError, urlErrorOf } from './changeError';
import type { Calendars } from './useCalendars';
import { useFocusAfterReplace } from './useFocusAfterReplace';

const PATH = '/account/calendar/busy/';

const ERROR_TEXTS: Readonly<Record<BusyError, () => string>> = {
  address_not_allowed: messages.errorAddressNotAllowed,
  unreachable: messages.errorUnreachable,
  refused: messages.errorRefused,
  too_large: messages.errorTooLarge,
  unreadable: messages.errorUnreadable,
};

/** The other calendar whose busy hours are shown: a form for its address, or what was read from it. */
export function BusyHours({ calendars: { change, isChanging }, source }: { calendars: Calendars; source: CalendarSource | null }) {
  // Kept until it is removed, so that a typing error can be corrected. The server does not return it, since it is secret.
  const [url, setUrl] = useState('');
  const [isEditing, setIsEditing] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState('');
  const hasForm = source === null || isEditing;
  const area = useFocusAfterReplace(hasForm ? 'form' : 'source');
  const show = (refused: ChangeError | null) => setError(urlErrorOf(refused) ?? refused?.message ?? null);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setDone('');
    const refused = await change('PUT', PATH, { url });
    show(refused);
    if (refused === null) setIsEditing(false);
  };
  const remove = async () => {
    const refused = await change('DELETE', PATH);
    show(refused);
    if (refused !== null) return;
    setUrl('');
    setDone(messages.busyRemoved());
  };
  const edit = (isOpen: boolean) => {
    setError(null);
    setDone('');
    setIsEditing(isOpen);
  };
  return (
    <TitledSection title={messages.busyTitle()}>
      <div ref={area}>
        {hasForm ? (
          <>
            <p className="mb-3 text-secondary">{messages.busyIntro()}</p>
            <form noValidate onSubmit={(event) => void add(event)} className="flex flex-col items-start gap-3">
              <Field
                label={messages.busyAddress()}
                type="url"
                inputMode="url"
                autoComplete="off"
                dir="ltr"
                value={url}
                onChange={(event) => {
                  setUrl(event.target.value);
                  setError(null);
                }}
                error={error}
                hint={messages.busyAddressHint()}
                className="w-full"
              />
              <div className="flex flex-wrap gap-2">
                <Button type="submit" disabled={isChanging || url.trim() === ''}>
                  {messages.busyAdd()}
                </Button>
                {source !== null && (
                  <Button variant="quiet" onClick={() => edit(false)}>
                    {common.cancel()}
                  </Button>
                )}
              </div>
            </form>
          </>
        ) : (
          <InfoRow
            label={messages.busyHost({ host: source.host })}
            action={
              <Button disabled={isChanging} onClick={() => void remove()}>
                {messages.busyRemove()}
              </Button>
            }
          >
            <SourceState key={source.added_at} />
            {error !== null && <ErrorText>{error}</ErrorText>}
            <div className="mt-2">
              <Button disabled={isChanging} onClick={() => edit(true)}>
                {messages.busyChange()}
              </Button>
            </div>
          </InfoRow>
        )}
      </div>
      <p role="status" className="mt-2 -mb-7 min-h-5 text-sm text-secondary">
        {done}
      </p>
    </TitledSection>
  );
}

/** What was read from the calendar: the number of busy times in the next 7 days, or why there are none. */
function SourceState() {
  const today = useMirror(({ clock }) => clock.today);
  const [response, setResponse] = useState<BusyResponse | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    void callServer<BusyResponse>('GET', busyPath(today, addDays(today, 7))).then(({ data }) => (data ? setResponse(data) : setHasFailed(true)));
  }, [today]);
  if (hasFailed) return <p>{integrations.noResponse()}</p>;
  if (response === null) return <p role="status">{messages.busyLoading()}</p>;
  const { error, busy } = response;
  return (
    <p role="status" className={error === null ? undefined : 'text-danger'}>
      {error === null ? messages.busyCount({ count: busy.length }) : ERROR_TEXTS[error]()}
    </p>
  );
}
