import * as messages from '../../messages/search';
import { withTerm } from './query';

/** Examples of filters. Choosing one adds it to the query; one that ends with a colon waits for its value. */
const EXAMPLES: readonly { filter: string; meaning: () => string }[] = [
  { filter: 'board:', meaning: messages.filterBoard },
  { filter: 'label:', meaning: messages.filterLabel },
  { filter: 'due:today', meaning: messages.filterDueToday },
  { filter: 'due:<2027-01-31', meaning: messages.filterDueBefore },
  { filter: 'is:open', meaning: messages.filterOpen },
  { filter: 'assignee:me', meaning: messages.filterAssignee },
  { filter: '"two words"', meaning: messages.filterPhrase },
];

interface FilterHelpProps {
  query: string;
  onChoose: (query: string) => void;
}

/** Shows which filters there are, while nothing is searched. */
export function FilterHelp({ query, onChoose }: FilterHelpProps) {
  return (
    <section aria-labelledby="search-filters" className="-mx-2 mt-8">
      <h2 id="search-filters" className="px-2 text-md font-semibold">
        {messages.filtersTitle()}
      </h2>
      <p className="mt-1 mb-3 px-2 text-secondary">{messages.filtersHint()}</p>
      <ul>
        {EXAMPLES.map(({ filter, meaning }) => (
          <li key={filter}>
            <button
              type="button"
              aria-label={messages.addFilter({ filter })}
              aria-describedby={`search-filter-${filter}`}
              onClick={() => onChoose(withTerm(query, filter))}
              className="flex min-h-9 w-full items-center max-sm:flex-wrap gap-x-4 gap-y-0.5 rounded-md px-2 py-1.5 text-left transition-colors duration-120 hover:bg-hover coarse:min-h-11"
            >
              <code className="w-36 shrink-0 text-accent-text max-sm:w-full">{filter}</code>
              <span id={`search-filter-${filter}`} className="text-secondary">
                {meaning()}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
