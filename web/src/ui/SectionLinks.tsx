import { Link } from 'react-router';
import { cx } from './cx';

interface SectionLinksProps<Section extends string> {
  label: string;
  /** The sections, as named in the URL. */
  sections: readonly Section[];
  names: Readonly<Record<Section, () => string>>;
  /** The open section; undefined if the URL names an unknown one. */
  current: Section | undefined;
}

/** The menu of a page's sections: on the left, or at the top on phones. The URL contains the open section. */
export function SectionLinks<Section extends string>({ label, sections, names, current }: SectionLinksProps<Section>) {
  return (
    <nav aria-label={label} className="-mx-2 flex shrink-0 flex-wrap gap-1 sm:mx-0 md:w-48 md:flex-col">
      {sections.map((name) => (
        <Link
          key={name}
          to={`?section=${name}`}
          replace
          aria-current={name === current ? 'page' : undefined}
          className={cx(
            'flex min-h-9 items-center rounded-md px-2 font-medium sm:px-3 transition-colors duration-120 coarse:min-h-11',
            name === current ? 'bg-hover text-primary' : 'text-secondary hover:bg-hover hover:text-primary',
          )}
        >
          {names[name]()}
        </Link>
      ))}
    </nav>
  );
}
