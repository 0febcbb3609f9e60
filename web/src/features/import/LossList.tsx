import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { Loss } from '../../core/formats-types';
import { formatNumber } from '../../messages/format';
import * as messages from '../../messages/import';
import { Icon } from '../../ui/Icon';
import { LOSS_TEXTS } from './lossText';

/** The maximum number of examples of a kind (`MAX_EXAMPLES` in Rust). */
const MAX_EXAMPLES = 20;

/** What of a file cannot be imported as it is: each kind with its number and, on request, examples. */
export function LossList({ losses }: { losses: readonly Loss[] }) {
  const heading = useId();
  if (losses.length === 0) return <p className="text-secondary">{messages.lossesNone()}</p>;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="mb-1 text-sm font-medium">
        {messages.lossesTitle()}
      </h3>
      <ul>
        {losses.map((loss) => (
          <li key={loss.kind} className="border-b border-line last:border-transparent">
            <LossRow loss={loss} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LossRow({ loss: { kind, count, examples } }: { loss: Loss }) {
  const summary = (
    <>
      <span className="min-w-0 flex-1">{LOSS_TEXTS[kind]()}</span>
      <span className="digits shrink-0 text-secondary">{formatNumber(count)}</span>
    </>
  );
  if (examples.length === 0) return <p className="flex min-h-9 items-center gap-3 py-1.5 pr-2 pl-6">{summary}</p>;
  return (
    <details className="group">
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 rounded-sm py-1.5 pr-2 transition-colors duration-120 hover:bg-hover coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon icon={ChevronRight} size={16} className="shrink-0 text-secondary transition-transform duration-120 group-open:rotate-90" />
        {summary}
      </summary>
      <ul className="pb-2 pl-6 text-sm text-secondary">
        {examples.map((example, index) => (
          <li key={index} dir="auto" className="py-0.5 wrap-anywhere">
            {example}
          </li>
        ))}
        {/* Each place is named once, so fewer examples than the maximum are all places. */}
        {examples.length >= MAX_EXAMPLES && count > examples.length && <li className="py-0.5">{messages.lossMore({ count: count - examples.length })}</li>}
      </ul>
    </details>
  );
}
