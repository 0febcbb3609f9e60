import type { BoardTemplate, Rejection } from '@twentyfour/core';
import { CalendarDays, Columns3, type LucideIcon, Rocket } from 'lucide-react';
import { useState } from 'react';
import { dispatch } from '../../core/client';
import * as messages from '../../messages/boards';
import { Icon } from '../../ui/Icon';

/** The board templates and their texts. The core defines their contents. */
const TEMPLATES: readonly { template: BoardTemplate; name: () => string; description: () => string; icon: LucideIcon }[] = [
  { template: 'week_plan', name: messages.templateWeekPlanName, description: messages.templateWeekPlanDescription, icon: CalendarDays },
  { template: 'project', name: messages.templateProjectName, description: messages.templateProjectDescription, icon: Rocket },
  {
    template: 'personal_kanban',
    name: messages.templatePersonalKanbanName,
    description: messages.templatePersonalKanbanDescription,
    icon: Columns3,
  },
];

/** Three board templates; a click creates a board and opens it. */
export function BoardTemplates() {
  const [rejection, setRejection] = useState<Rejection | null>(null);
  return (
    <section aria-labelledby="templates" className="mx-auto max-w-180 px-4 pb-12 text-center sm:px-8">
      <h2 id="templates" className="mb-3 text-sm font-medium text-glass-secondary">
        {messages.templatesTitle()}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-3">
        {TEMPLATES.map(({ template, name, description, icon }) => (
          <li key={template}>
            <button
              type="button"
              onClick={() => setRejection(dispatch({ type: 'add_board_from_template', template }))}
              className="flex size-full items-center gap-3 rounded-md p-4 text-left ring-1 ring-line transition-colors duration-120 ring-inset hover:bg-hover sm:flex-col sm:items-start"
            >
              <Icon icon={icon} size={20} className="shrink-0 text-accent-text" />
              <span className="min-w-0">
                <span className="block font-medium">{name()}</span>
                <span className="block text-sm text-glass-secondary">{description()}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {rejection && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {rejection.message}
        </p>
      )}
    </section>
  );
}
