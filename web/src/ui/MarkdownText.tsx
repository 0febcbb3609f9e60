import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import * as messages from '../messages/ui';
import { directBlocks } from './directBlocks';
import { markMentions, type TextRange } from './markMentions';

const PLUGINS = [remarkGfm];

/** An external link. It opens in a new tab without referrer or opener; unsafe URLs become plain text. */
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
  // Images become links, because loading them would reveal to other sites who reads the text and when; the CSP blocks
  // them anyway.
  img: ({ src, alt }) => <ExternalLink href={typeof src === 'string' ? src : undefined}>{alt || messages.markdownImage()}</ExternalLink>,
  // The text is shown below a second-level heading, so headings in the text start at the third level.
  h1: ({ children, dir }) => <h3 dir={dir}>{children}</h3>,
  h2: ({ children, dir }) => <h4 dir={dir}>{children}</h4>,
  h3: ({ children, dir }) => <h5 dir={dir}>{children}</h5>,
  h4: ({ children, dir }) => <h6 dir={dir}>{children}</h6>,
  h5: ({ children, dir }) => <h6 dir={dir}>{children}</h6>,
  // Wide content scrolls by itself, and scrollable content must be reachable by keyboard.
  pre: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre tabIndex={0}>{children}</pre>
  ),
  table: ({ children, dir }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" dir={dir} aria-label={messages.markdownTable()} tabIndex={0} className="overflow-x-auto">
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => (
    <input type="checkbox" disabled checked={checked ?? false} readOnly aria-label={checked ? messages.markdownTaskDone() : messages.markdownTaskOpen()} />
  ),
};

interface MarkdownTextProps {
  text: string;
  /** The mentions that are highlighted. */
  mentions?: readonly TextRange[] | undefined;
}

const NO_MENTIONS: readonly TextRange[] = [];

/** The lazily loaded part of `Markdown`. HTML tags in the text are shown as text. */
export default function MarkdownText({ text, mentions = NO_MENTIONS }: MarkdownTextProps) {
  return (
    <div className="markdown">
      <ReactMarkdown remarkPlugins={PLUGINS} rehypePlugins={[[markMentions, mentions], directBlocks]} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
