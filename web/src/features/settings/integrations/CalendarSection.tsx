import type { CalendarFeed, CalendarOptions, CalendarsResponse } from '@twentyfour/core';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import * as messages from '../../../messages/calendar_settings';
import { LoadError } from '../../../shell/LoadError';
import { Button, buttonClassName } from '../../../ui/Button';
import { CopyField } from '../../../ui/CopyField';
import { ErrorText } from '../../../ui/ErrorText';
import { FieldRow } from '../../../ui/FieldRow';
import { Icon } from '../../../ui/Icon';
import { Select } from '../../../ui/Select';
import { Skeleton } from '../../../ui/Skeleton';
import { srOnly } from '../../../ui/srOnly';
import { Switch } from '../../../ui/Switch';
import { TitledSection } from '../../../ui/TitledSection';
import { BusyHours } from './BusyHours';
import type { ChangeError } from './changeError';
import { ConfirmDialog } from './ConfirmDialog';
import { subscribeLinks } from './subscribeLinks';
import { type Calendars, useCalendars } from './useCalendars';
import { useFocusAfterReplace } from './useFocusAfterReplace';

/** The calendar feed of the account, and the other calendar whose busy hours it sees. */
export default function CalendarSection() {
  const calendars = useCalendars();
  const { content, hasFailed, reload } = calendars;
  if (content === null) {
    return hasFailed ? (
      <LoadError offlineText={messages.offline()} errorText={messages.loadFailed()} onRetry={reload} className="max-w-140" />
    ) : (
      <div role="status" className="max-w-140">
        <span className="sr-only">{messages.loading()}</span>
        <Skeleton className="h-40 rounded-lg" />
      </div>
    );
  }
  return (
    <div className="flex max-w-140 flex-col gap-10">
      <Feed calendars={calendars} content={content} />
      <BusyHours calendars={calendars} source={content.source} />
    </div>
  );
}

const PATH = '/account/calendar/';

const NEW_FEED: CalendarOptions = { cards: 'all', includes_sessions: false };

/** A question about the feed that waits for an answer. */
type Question = 'replace' | 'remove';

function Feed({ calendars, content: { feed } }: { calendars: Calendars; content: CalendarsResponse }) {
  const { change, isChanging } = calendars;
  const [question, setQuestion] = useState<Question | null>(null);
  const [done, setDone] = useState('');
  const [error, setError] = useState<string | null>(null);
  const area = useFocusAfterReplace(feed === null ? 'off' : 'on');
  const run = async (method: 'POST' | 'PUT', options: CalendarOptions) => {
    setDone('');
    setError((await change(method, PATH, options))?.message ?? null);
  };
  /** Closes the dialog if the change was accepted. Returns why it was refused; null if it was accepted. */
  const finish = (refused: ChangeError | null, doneText: string): ChangeError | null => {
    if (refused !== null) return refused;
    setError(null);
    setDone(doneText);
    setQuestion(null);
    return null;
  };
  const ask = (next: Question) => {
    setDone('');
    setQuestion(next);
  };
  return (
    <TitledSection title={messages.feedTitle()}>
      <p className="mb-3 text-secondary">{messages.feedIntro()}</p>
      <div ref={area}>
        {feed === null ? (
          <Button variant="primary" disabled={isChanging} onClick={() => void run('POST', NEW_FEED)}>
            {messages.feedCreate()}
          </Button>
        ) : (
          <>
            <Address key={feed.url} feed={feed} />
            <Options feed={feed} onChange={(options) => void run('PUT', options)} />
            <div className="mt-3 flex flex-wrap gap-2">
              <Button onClick={() => ask('replace')}>{messages.feedReplace()}</Button>
              <Button variant="danger" onClick={() => ask('remove')}>
                {messages.feedRemove()}
              </Button>
            </div>
          </>
        )}
      </div>
      {error !== null && <ErrorText>{error}</ErrorText>}
      {/* Always rendered, because screen readers do not announce a new live region. */}
      <p role="status" className="mt-2 -mb-7 min-h-5 text-sm text-secondary">
        {done}
      </p>
      {question === 'replace' && (
        <ConfirmDialog
          title={messages.feedReplaceTitle()}
          details={messages.feedReplaceDetails()}
          submit={messages.feedReplace()}
          onClose={() => setQuestion(null)}
          onConfirm={async () => finish(await change('POST', PATH, feed?.options ?? NEW_FEED), messages.feedReplaced())}
        />
      )}
      {question === 'remove' && (
        <ConfirmDialog
          title={messages.feedRemoveTitle()}
          details={messages.feedRemoveDetails()}
          submit={messages.feedRemove()}
          isDanger
          onClose={() => setQuestion(null)}
          onConfirm={async () => finish(await change('DELETE', PATH), messages.feedRemoved())}
          // Turning the feed off removes the button that has opened the dialog.
          getCloseFocusTarget={() => (area.current?.querySelector('input') ? null : (area.current?.querySelector('button') ?? null))}
        />
      )}
    </TitledSection>
  );
}

/** The secret address with a button to copy it, and links to subscribe to it. */
function Address({ feed: { url } }: { feed: CalendarFeed }) {
  const links = subscribeLinks(url);
  return (
    <>
      <CopyField
        label={messages.feedAddress()}
        value={url}
        hint={messages.feedAddressHint()}
        copyFailed={messages.feedCopyFailed()}
      />
      <h4 className="mt-4 mb-1.5 text-sm font-medium">{messages.feedSubscribe()}</h4>
      <div className="flex flex-wrap gap-2">
        <a href={links.app} className={buttonClassName()}>
          {messages.feedSubscribeApp()}
        </a>
        <ExternalButton href={links.google} name={messages.feedSubscribeGoogle()} />
        <ExternalButton href={links.outlook} name={messages.feedSubscribeOutlook()} />
      </div>
      <p className="mt-1.5 text-sm text-secondary">{messages.feedDelay()}</p>
    </>
  );
}

function ExternalButton({ href, name }: { href: string; name: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={buttonClassName()}>
      {messages.feedNewTab({ name, srOnly })}
      <Icon icon={ExternalLink} size={16} />
    </a>
  );
}

function Options({ feed: { options }, onChange }: { feed: CalendarFeed; onChange: (options: CalendarOptions) => void }) {
  const choices = [
    { value: 'all', text: messages.feedCardsAll() },
    { value: 'mine', text: messages.feedCardsMine() },
  ] as const;
  return (
    <div className="mt-2">
      <FieldRow label={messages.feedCards()} hint={options.cards === 'mine' ? messages.feedCardsMineHint() : messages.feedCardsHint()}>
        {(ids) => (
          <Select label={messages.feedCards()} value={options.cards} options={choices} onValueChange={(cards) => onChange({ ...options, cards })} {...ids} />
        )}
      </FieldRow>
      <FieldRow label={messages.feedSessions()} hint={messages.feedSessionsHint()}>
        {(ids) => (
          <Switch isOn={options.includes_sessions} onChange={(isOn) => onChange({ ...options, includes_sessions: isOn })} {...ids} />
        )}
      </FieldRow>
    </div>
  );
}
