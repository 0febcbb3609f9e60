import type { DueGroup, Id, TaskFilterView, TaskView } from '@twentyfour/core';
import { CalendarCheck, CloudOff, ListFilter, UserCheck } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as dates from '../../messages/dates';
import * as messages from '../../messages/tasks';
import { completeTask } from '../../shell/completeTask';
import { Button, buttonClassName } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { ReadingPage } from '../../ui/ReadingPage';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { srOnly } from '../../ui/srOnly';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { useTouch } from '../../ui/useTouch';
import { useTaskFilter } from './taskFilter';
import { TaskFilters } from './TaskFilters';
import { TaskRow } from './TaskRow';

const GROUP_NAMES: Record<DueGroup, () => string> = {
  overdue: common.overdue,
  today: dates.today,
  this_week: common.thisWeek,
  later: common.later,
  no_date: messages.noDate,
};

const loadGestures = async () => (await import('./taskGestures')).enableTaskGestures;

/** The Tasks page: every card with a due date or a reminder, and the cards assigned to the user, across all boards. */
export function TasksPage() {
  const { status, tasks } = useMirror((mirror) => mirror.tasks);
  const { view, change, clear } = useTaskFilter();
  useDocumentTitle(common.tasks());
  useEffect(() => {
    dispatch({ type: 'load_tasks' });
  }, []);

  return (
    <ReadingPage>
      <header className="mb-6 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-xl font-semibold tracking-tight">{common.tasks()}</h1>
        {(tasks.length > 0 || view.filter.only_assigned) && <TaskFilters view={view} change={change} />}
      </header>
      {tasks.length > 0 ? (
        <Groups tasks={tasks} view={view} clear={clear} showCompleted={() => change({ completed: true })} />
      ) : status === 'loading' ? (
        <RowsSkeleton label={messages.loading()} rows={5} headingClassName="mb-3 h-5 w-24" rowClassName="h-[66px]" iconClassName="size-5 rounded-full" className="-mx-2" />
      ) : status === 'failed' ? (
        <EmptyState
          icon={CloudOff}
          title={messages.loadFailedTitle()}
          action={<Button onClick={() => dispatch({ type: 'load_tasks' })}>{common.tryAgain()}</Button>}
        >
          {common.checkConnection()}
        </EmptyState>
      ) : view.filter.only_assigned ? (
        <NoneAssigned />
      ) : (
        <EmptyState
          icon={CalendarCheck}
          title={messages.emptyTitle()}
          action={
            <Link to="/app/b" className={buttonClassName('primary')}>
              {common.goToBoards()}
            </Link>
          }
        >
          {messages.emptyHint()}
        </EmptyState>
      )}
    </ReadingPage>
  );
}

/** The empty state of the assigned tasks. */
function NoneAssigned() {
  return <EmptyState icon={UserCheck} title={messages.noneAssigned()} />;
}

interface GroupsProps {
  tasks: readonly TaskView[];
  view: TaskFilterView;
  clear: () => void;
  showCompleted: () => void;
}

/** The matching tasks, grouped by due date. */
function Groups({ tasks, view: { filter, groups, is_restricted }, clear, showCompleted }: GroupsProps) {
  const tasksById = useMemo(() => new Map(tasks.map((task) => [task.card_id, task])), [tasks]);
  if (groups.length === 0) {
    if (filter.only_assigned && !tasks.some(({ is_assigned }) => is_assigned)) return <NoneAssigned />;
    return is_restricted ? (
      <EmptyState icon={ListFilter} title={messages.noMatchTitle()} action={<Button onClick={clear}>{messages.clearFilters()}</Button>} />
    ) : (
      <EmptyState
        icon={CalendarCheck}
        title={messages.allDoneTitle()}
        action={<Button onClick={showCompleted}>{messages.showCompleted()}</Button>}
      >
        {messages.allDoneHint()}
      </EmptyState>
    );
  }
  return <GroupList groups={groups} tasksById={tasksById} />;
}

interface GroupListProps {
  groups: TaskFilterView['groups'];
  tasksById: ReadonlyMap<Id, TaskView>;
}

function GroupList({ groups, tasksById }: GroupListProps) {
  const list = useRef<HTMLDivElement>(null);
  useTouch(list, loadGestures);
  return (
    // The rows are wider than the heading of the page by their padding, so that their contents line up with it.
    <div ref={list} className="-mx-2 flex flex-col gap-8">
      {groups.map(({ group, open_count, card_ids }) => (
        <section key={group} aria-labelledby={`tasks-${group}`}>
          <h2 id={`tasks-${group}`} className="mb-1 flex items-baseline gap-2 px-2 text-md font-semibold">
            {GROUP_NAMES[group]()}
            <span className="digits text-sm font-medium text-secondary">
              {messages.groupCount({ count: open_count, srOnly })}
            </span>
          </h2>
          <ul>
            {card_ids.map((card_id) => {
              const task = tasksById.get(card_id);
              return (
                task && (
                  <TaskRow key={card_id} task={task} onComplete={() => completeTask(task)} />
                )
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}
