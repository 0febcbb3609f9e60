import { CircleHelp } from 'lucide-react';
import * as messages from '../../messages/quick_add';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Popover } from '../../ui/Popover';

/** What can be typed. It is understood in English only, so it is no text of the catalog. */
const EXAMPLES: readonly { meaning: () => string; examples: string }[] = [
  { meaning: messages.helpDue, examples: 'tomorrow 5pm · fri · in 3 days · 5 dec' },
  { meaning: messages.helpRecurrence, examples: 'every friday · every 2 weeks · every! 3 days' },
  { meaning: messages.helpRecurrenceEnd, examples: 'until 5 dec · 3 times' },
  { meaning: messages.helpBoard, examples: '#Work · #Work/Next · #"Side project"' },
  { meaning: messages.helpAssignee, examples: '@Ada · @urgent' },
  { meaning: messages.helpPriority, examples: '!high · !medium · !low · !1' },
  { meaning: messages.helpEstimate, examples: '~30m · ~1h30' },
  { meaning: messages.helpEscape, examples: '"monday" · \\monday' },
];

/** A button that shows what can be typed. */
export function QuickAddHelp() {
  return (
    <Popover
      label={messages.help()}
      align="end"
      trigger={
        <IconButton label={messages.help()}>
          <Icon icon={CircleHelp} size={18} />
        </IconButton>
      }
    >
      <dl className="flex flex-col gap-2 text-sm">
        {EXAMPLES.map(({ meaning, examples }) => (
          <div key={examples}>
            <dt className="text-secondary">{meaning()}</dt>
            <dd lang="en" dir="ltr">
              {examples}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-secondary">{messages.helpBackspace()}</p>
    </Popover>
  );
}
