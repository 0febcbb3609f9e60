import type { DueGroup, Id, TaskView } from '@twentyfour/core';
import { CalendarCheck, CloudOff, ListFilter } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Button, buttonClassName } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { ReadingPage } from '../../ui/ReadingPage';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { type TaskFilter, matchesFilter, useTaskFilter } from './taskFilter';
import { TaskFilters } from './TaskFilters';
import { TaskRow } from './TaskRow';
import { TasksSkeleton } from './TasksSkeleton';

const GROUPS: readonly { group: DueGroup; name: string }[] = [
  { group: 'overdue', name: 'Overdue' },
  { group: 'today', name: 'Today' },
  { group: 'this_week', name: 'This week' },
  { group: 'later', name: 'Later' },
];

/** The Tasks page: every card with a due date or a reminder, across all boards. */
export function TasksPage() {
  const { status, tasks } = useMirror((mirror) => mirror.tasks);
  const { filter, key, change, clear } = useTaskFilter();
  useDocumentTitle('Tasks');
  useEffect(() => {
    dispatch({ type: 'load_tasks' });
  }, []);

  return (
    <ReadingPage>
      <header className="mb-6 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-xl font-semibold tracking-tight">Tasks</h1>
        {tasks.length > 0 && <TaskFilters tasks={tasks} filter={filter} change={change} />}
      </header>
      {tasks.length > 0 ? (
        <Groups key={key} tasks={tasks} filter={filter} clear={clear} showCompleted={() => change({ completed: true })} />
      ) : status === 'loading' ? (
        <TasksSkeleton />
      ) : status === 'failed' ? (
        <EmptyState
          icon={CloudOff}
          title="Couldn’t load your tasks"
          action={<Button onClick={() => dispatch({ type: 'load_tasks' })}>Try again</Button>}
        >
          Check your connection and try again.
        </EmptyState>
      ) : (
        <EmptyState
          icon={CalendarCheck}
          title="No tasks yet"
          action={
            <Link to="/app/b" className={buttonClassName('primary')}>
              Go to My Boards
            </Link>
          }
        >
          Cards with a due date or reminder appear here.
        </EmptyState>
      )}
    </ReadingPage>
  );
}

interface GroupsProps {
  tasks: readonly TaskView[];
  filter: TaskFilter;
  clear: () => void;
  showCompleted: () => void;
}

/** The matching tasks, grouped by due date; empty groups are left out. */
function Groups({ tasks, filter, clear, showCompleted }: GroupsProps) {
  // Tasks completed here stay visible, so that a mistake can be undone.
  const [justCompleted, setJustCompleted] = useState<ReadonlySet<Id>>(new Set());
  const shown = useMemo(() => tasks.filter((task) => matchesFilter(task, filter, justCompleted)), [tasks, filter, justCompleted]);
  if (shown.length === 0) {
    return filter.isRestricted ? (
      <EmptyState icon={ListFilter} title="No matching tasks" action={<Button onClick={clear}>Clear filters</Button>} />
    ) : (
      <EmptyState icon={CalendarCheck} title="All done" action={<Button onClick={showCompleted}>Show completed</Button>}>
        Nothing is due.
      </EmptyState>
    );
  }
  const complete = (task: TaskView) => {
    setJustCompleted((before) => new Set(before).add(task.card_id));
    dispatch({ type: 'complete_task', board_id: task.board_id, card_id: task.card_id });
  };
  return (
    <div className="flex flex-col gap-8">
      {GROUPS.map(({ group, name }) => {
        const members = shown.filter((task) => task.group === group);
        if (members.length === 0) return null;
        const open = members.filter((task) => task.priority !== 'completed').length;
        return (
          <section key={group} aria-labelledby={`tasks-${group}`}>
            <h2 id={`tasks-${group}`} className="mb-1 flex items-baseline gap-2 px-2 text-md font-semibold">
              {name}
              <span className="digits text-sm font-medium text-secondary">
                {open.toLocaleString('en')}
                <span className="sr-only">{open === 1 ? ' task' : ' tasks'}</span>
              </span>
            </h2>
            <ul>
              {members.map((task) => (
                <TaskRow key={task.card_id} task={task} onComplete={() => complete(task)} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
