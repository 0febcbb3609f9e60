import type { Id, TaskView } from '@twentyfour/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/today';
import { formatDuration } from '../../platform/format/durations';
import { completeTask } from '../../shell/completeTask';
import { buttonClassName } from '../../ui/Button';
import { ProgressBar } from '../../ui/ProgressBar';
import { MainFocusPicker } from './MainFocusPicker';
import { cardOfTask, plannedSeconds, tasksOfToday } from './today';
import { TodayCard } from './TodayCard';
import type { MainFocusState } from './useMainFocus';

interface TodayPanelProps {
  mainFocus: MainFocusState;
  onClose: () => void;
}

/** Today's focus against the goal, the cards of all boards that are overdue or due today, and the main focus. */
export default function TodayPanel({ mainFocus, onClose }: TodayPanelProps) {
  const tasks = useMirror((mirror) => mirror.tasks.tasks);
  // Overdue cards stay in the list when they are marked as done, so that a mistake can be corrected.
  const [kept, setKept] = useState<ReadonlySet<Id>>(new Set());
  const shown = tasksOfToday(tasks, kept);
  const complete = (task: TaskView) => {
    setKept(new Set(kept).add(task.card_id));
    completeTask(task);
  };
  return (
    <div className="flex flex-col gap-6">
      <Progress planned={plannedSeconds(shown)} />
      <section aria-labelledby="today-cards">
        <h3 id="today-cards" className="font-semibold">
          {messages.cardsHeading()}
        </h3>
        {shown.length === 0 && <p className="pt-2 text-secondary">{messages.cardsEmpty()}</p>}
        <ul className="-mx-2">
          {shown.map((task) => {
            const isMainFocus = task.card_id === mainFocus.focus?.card_id;
            return (
              <TodayCard
                key={task.card_id}
                task={task}
                isMainFocus={isMainFocus}
                onComplete={() => complete(task)}
                onMainFocus={() => mainFocus.choose(isMainFocus ? null : cardOfTask(task))}
                onStart={onClose}
              />
            );
          })}
        </ul>
      </section>
      <MainFocusPicker mainFocus={mainFocus} tasks={tasks} />
      <Link to="/app/tasks" className={buttonClassName()}>
        {messages.goToTasks()}
      </Link>
    </div>
  );
}

/** Today's focus time against the daily goal, and the planned time. */
function Progress({ planned }: { planned: number }) {
  const focused = useMirror(({ stats }) => Math.floor(stats.focused_today / 60));
  const goal = useMirror(({ preferences }) => preferences.mins_for_streak);
  return (
    <div className="flex flex-col gap-2">
      <p className="digits flex flex-wrap justify-between gap-x-4 text-secondary">
        <span>{messages.goalProgress({ focused: formatDuration(focused * 60), goal: formatDuration(goal * 60) })}</span>
        {planned > 0 && <span>{messages.planned({ duration: formatDuration(planned) })}</span>}
      </p>
      <ProgressBar label={messages.goal()} value={Math.min(focused, goal)} max={goal} />
    </div>
  );
}
