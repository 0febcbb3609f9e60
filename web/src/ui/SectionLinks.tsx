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

/** The menu of a page's sections: on the left, or at the top on phones, in rows of three. The URL contains the open section. */
export function SectionLinks<Section extends string>({ label, sections, names, current }: SectionLinksProps<Section>) {
  return (
    <nav aria-label={label} className="-mx-2 grid shrink-0 grid-cols-[auto_auto_auto] sm:mx-0 sm:flex sm:flex-wrap sm:gap-1 md:w-44 md:flex-col">
      {sections.map((name) => (
        <Link
          key={name}
          to={`?section=${name}`}
          replace
          aria-current={name === current ? 'page' : undefined}
          className={cx(
            'flex h-9 shrink-0 items-center rounded-md px-2 font-medium sm:px-3 transition-colors duration-120 coarse:h-11',
            name === current ? 'bg-hover text-primary' : 'text-secondary hover:bg-hover hover:text-primary',
          )}
        >
          {names[name]()}
        </Link>
      ))}
    </nav>
  );
}
