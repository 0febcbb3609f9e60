import { render } from '@testing-library/react';
import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { XSS_PAYLOADS } from '../../e2e/support/xss-payloads';
import MarkdownText from './MarkdownText';

/** Returns the parts of a rendered text that could run code, load a resource or link to a script. */
function dangers(text: string): string[] {
  const { container, unmount } = render(<MarkdownText text={text} />);
  const found: string[] = [];
  for (const element of container.querySelectorAll('*')) {
    if (/^(script|style|iframe|object|embed|form|base|meta|link|img|svg|video|audio|math)$/i.test(element.tagName)) {
      found.push(element.outerHTML);
    }
    for (const { name, value } of element.attributes) {
      const leads = name === 'href' && !/^(https?:|mailto:|ircs?:|xmpp:|[#/?.]|[^:]*$)/i.test(value);
      if (/^on/i.test(name) || name === 'srcdoc' || name === 'src' || leads) found.push(`${name}=${value}`);
    }
  }
  unmount();
  return found;
}

/** Fragments of Markdown and HTML syntax, so that random texts exercise both parsers. */
const pieces = constantFrom(
  '[', ']', '(', ')', '<', '>', '!', '`', '```', '\n', '\n\n', '*', '_', '#', '|', '-', '&#', ';', '"', "'", '\\', ' ', ':', '//',
  'javascript:', 'data:text/html,', 'vbscript:', 'script', 'img', 'src=x', 'onerror=ran()', 'href=', 'https://example.com', '[x]: ', '&colon;',
);

describe('Markdown', () => {
  it('ignores known script injections', () => {
    expect(XSS_PAYLOADS.flatMap(dangers)).toEqual([]);
  });

  it('renders nothing that runs, loads or links to a script', () => {
    const texts = array(oneof(pieces, string({ maxLength: 5 })), { maxLength: 40 }).map((parts) => parts.join(''));
    assert(property(texts, (text) => dangers(text).length === 0), { numRuns: 200 });
  });
});
