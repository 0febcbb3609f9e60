import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

const PLUGINS = [remarkGfm];

/** A link out of the app: in a tab of its own, which learns nothing of ours. An address that runs something is no link. */
function ExternalLink({ href, children }: { href?: string | undefined; children?: React.ReactNode }) {
  if (!href) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

const COMPONENTS: Components = {
  a: ({ href, children }) => <ExternalLink href={href}>{children}</ExternalLink>,
  // Pictures of other sites would tell them who reads the card and when, and the page's policy forbids them: they are links.
  img: ({ src, alt }) => <ExternalLink href={typeof src === 'string' ? src : undefined}>{alt || 'Image'}</ExternalLink>,
  // The card's own title is a heading of the second level; what is written on it stands below.
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  // What is too wide scrolls by itself, and what scrolls has to be reachable by the keyboard.
  pre: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre tabIndex={0}>{children}</pre>
  ),
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label="Table" tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => (
    <input type="checkbox" disabled checked={checked ?? false} readOnly aria-label={checked ? 'Done' : 'Not done'} />
  ),
};

/** The heavy part of `Markdown`. Tags in the text stay text. */
export default function MarkdownText({ text }: { text: string }) {
  return (
    <div className="markdown">
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
