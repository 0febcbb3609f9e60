// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inlineClassicScripts } from './classic-script';

const inline = (html: string, source: string) => inlineClassicScripts(html, () => source);

describe('the classic scripts of the app’s page', () => {
  it('are inlined with their other attributes, without comments and indentation', () => {
    const html = '<head><script src="/src/boot/preload.js" data-files="{}"></script></head>';
    expect(inline(html, '// Preloads.\n(function () {\n  // All of it.\n  go("//");\n})();\n')).toBe(
      '<head><script data-files="{}">\n(function () {\ngo("//");\n})();\n</script></head>',
    );
  });

  it('are inlined as they are, even with replacement patterns', () => {
    expect(inline('<script src="/src/boot/a.js"></script>', 'go("$&");')).toBe('<script>\ngo("$&");</script>');
  });

  it('leave the page’s module script alone', () => {
    const html = '<script type="module" src="/src/main.tsx"></script>';
    expect(inline(html, '')).toBe(html);
  });

  it.each(['[[', ']]', '<!--', '</script', '</SCRIPT'])('must not contain %s', (text) => {
    const html = '<script src="/src/boot/a.js"></script>';
    expect(() => inline(html, `go('${text}');`)).toThrow(`/src/boot/a.js contains ${text}`);
    expect(inline(html, `// ${text}\ngo();`)).toBe('<script>\ngo();</script>');
  });

  it.each([
    '<script defer src="/src/boot/a.js"></script>',
    "<script src='/src/boot/a.js'></script>",
    '<script src="/src/boot/a.js">\n</script>',
  ])('must all be inlined: %s', (html) => {
    expect(() => inline(html, 'go();')).toThrow('The page still loads /src/boot/a.js.');
  });

  it('can be inlined in the page of this build', () => {
    const page = readFileSync(new URL('../index.html', import.meta.url), 'utf8');
    expect(inlineClassicScripts(page)).not.toContain('src="/src/boot/');
  });
});
