import type { AdminPerson, UserType } from '@twentyfour/core';
import { ArrowUpDown, LogOut, RotateCcw, Search, SearchX, Trash2, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTimeFormat } from '../../core/hooks';
import * as messages from '../../messages/admin';
import { formatFullDate, formatRelativeDay, localDate } from '../../platform/format/dates';
import { formatTimestamp } from '../../platform/format/times';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { inputClassName } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { MenuItem, MenuSeparator } from '../../ui/Menu';
import { AdminList, AdminRow, AdminState } from './AdminList';
import { type ChangeToConfirm, useAdminChanges } from './AdminDialog';
import { formatSize } from './formatSize';
import { useAdminContent } from './useAdminContent';

/** The debounce of the search, in milliseconds. */
const DEBOUNCE_MS = 250;

/** The number of days until a deleted account is gone. */
const DELETE_AFTER_DAYS = 7;

const planName = (plan: UserType) => (plan === 'pro' ? messages.planPro() : messages.planBasic());

/** The accounts, with a search and a menu of changes for each. */
export function PeopleSection() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  // The text that is searched for, which follows the input after a pause.
  const [searched, setSearched] = useState('');
  const { status, content, reload } = useAdminContent('people', page, searched);
  const { confirm, outlet } = useAdminChanges();
  useEffect(() => {
    const text = search.trim();
    if (text === searched) return;
    const timer = setTimeout(() => {
      setSearched(text);
      setPage(0);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [search, searched]);
  return (
    <>
      <div className="relative mb-2">
        <Icon icon={Search} size={16} className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-secondary" />
        <input
          type="search"
          dir="auto"
          aria-label={messages.searchLabel()}
          placeholder={messages.searchPlaceholder()}
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className={cx(inputClassName, 'h-9 pl-9 coarse:h-11')}
        />
      </div>
      {outlet}
      {content ? (
        <AdminList
          label={messages.sectionPeople()}
          isLoading={status === 'loading'}
          page={page}
          hasMore={content.has_more}
          onPage={setPage}
          empty={
            searched === ''
              ? { icon: Users, title: messages.peopleEmpty() }
              : {
                  icon: SearchX,
                  title: messages.peopleNoResults({ text: searched }),
                  action: <Button onClick={() => setSearch('')}>{messages.clearSearch()}</Button>,
                }
          }
        >
          {content.people.map((person) => (
            <PersonRow key={person.id} person={person} onConfirm={confirm} />
          ))}
        </AdminList>
      ) : (
        <AdminState status={status} onReload={reload} />
      )}
    </>
  );
}

interface PersonRowProps {
  person: AdminPerson;
  onConfirm: (change: ChangeToConfirm) => void;
}

function PersonRow({ person, onConfirm }: PersonRowProps) {
  const { id, email, user_type, delete_at } = person;
  const format = useTimeFormat();
  const other: UserType = user_type === 'pro' ? 'basic' : 'pro';
  const badges = [
    { text: planName(user_type) },
    ...(person.is_admin ? [{ text: messages.badgeAdmin(), tone: 'accent' as const }] : []),
    ...(person.is_verified ? [] : [{ text: messages.badgeUnverified() }]),
    ...(delete_at === null ? [] : [{ text: messages.badgeDeletion({ date: formatFullDate(localDate(delete_at)) }), tone: 'danger' as const }]),
  ];
  const details = [
    messages.personJoined({ joined: formatRelativeDay(localDate(person.date_joined), format.today, 'sentence') }),
    ...(person.last_login === null ? [] : [messages.personLastLogin({ time: formatTimestamp(person.last_login, format, 'sentence') })]),
    messages.personLogins({ count: person.logins }),
    messages.personBoards({ count: person.boards }),
    messages.personCards({ count: person.cards }),
    formatSize(person.stored_bytes),
  ];
  const setPlan = () =>
    onConfirm({
      change: { type: 'person', id, change: { type: 'set_plan', plan: other } },
      title: messages.setPlanTitle({ email, plan: planName(other) }),
      details: messages.setPlanDetails(),
      submit: messages.setPlan({ plan: planName(other) }),
      done: messages.setPlanDone(),
    });
  const endLogins = () =>
    onConfirm({
      change: { type: 'person', id, change: { type: 'end_logins' } },
      title: messages.endLoginsTitle({ email }),
      details: messages.endLoginsDetails(),
      submit: messages.endLogins(),
      done: messages.endLoginsDone(),
      isDanger: true,
    });
  const remove = () =>
    onConfirm({
      change: { type: 'person', id, change: { type: 'delete' } },
      title: messages.deleteTitle({ email }),
      details: messages.deleteDetails({ days: DELETE_AFTER_DAYS }),
      submit: messages.deleteAccount(),
      done: messages.deleteDone(),
      isDanger: true,
    });
  const keep = () =>
    onConfirm({
      change: { type: 'person', id, change: { type: 'keep' } },
      title: messages.keepTitle({ email }),
      details: messages.keepDetails(),
      submit: messages.keepAccount(),
      done: messages.keepDone(),
    });
  return (
    <AdminRow
      title={email}
      subtitle={`${person.first_name} ${person.last_name}`}
      badges={badges}
      details={details.join(' · ')}
      menu={
        <>
          <MenuItem icon={ArrowUpDown} onSelect={setPlan}>
            {messages.setPlan({ plan: planName(other) })}
          </MenuItem>
          <MenuItem icon={LogOut} onSelect={endLogins}>
            {messages.endLogins()}
          </MenuItem>
          <MenuSeparator />
          {delete_at === null ? (
            <MenuItem icon={Trash2} isDanger onSelect={remove}>
              {messages.deleteAccount()}
            </MenuItem>
          ) : (
            <MenuItem icon={RotateCcw} onSelect={keep}>
              {messages.keepAccount()}
            </MenuItem>
          )}
        </>
      }
    />
  );
}
