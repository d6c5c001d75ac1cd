import { readdirSync, readFileSync } from 'node:fs';
import { createMarkdownRenderer, type DefaultTheme } from 'vitepress';
import { describe, expect, test } from 'vitest';
import { markdownOptions } from '../../docs/.vitepress/markdown-options.ts';
import { sidebar } from '../../docs/.vitepress/sidebar.ts';

function addresses(items: readonly DefaultTheme.SidebarItem[]): readonly string[] {
  return items.flatMap(({ link, items: below }) => [
    ...(link === undefined ? [] : [link]),
    ...addresses(below ?? []),
  ]);
}

/** VitePress keeps the first renderer that it made. */
const asOnTheSite = () => createMarkdownRenderer('.', markdownOptions);

describe('the site', () => {
  test('has four parts', () => {
    expect(sidebar.map(({ text }) => text)).toEqual(['Tutorial', 'How to', 'Reference', 'Explanation']);
  });

  test.each(['docs', 'generated'])('lists each page of %s once', (folder) => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const pages = files.filter((file) => file.endsWith('.md')).map((file) => `/${folder}/${file}`);
    const listed = addresses(sidebar).filter((address) => address.startsWith(`/${folder}/`));
    expect([...listed].sort()).toEqual(pages.map((file) => file.replace(/(README)?\.md$/, '')).sort());
  });

  const guides = sidebar.filter(({ text }) => text === 'Tutorial' || text === 'How to');

  test.each(addresses(guides))('%s tells to run `archipelago status` first', (address) => {
    const parts = readFileSync(`.${address}.md`, 'utf8').split(/^## /m);
    expect(parts.slice(0, 2).join('')).toContain('archipelago status');
  });

  test.each([
    ['a file of source', '[x](../packages/x.ts)', false],
    ['a folder', '[x](decisions)', false],
    ['a page', '[x](layering.md)', true],
    ['a heading of a page', '[x](layering.md#limits)', true],
    ['a heading here', '[x](#limits)', true],
    ['an address elsewhere', '[x](https://kubernetes.io/)', true],
  ])('%s is a link: %s %s', async (_, text, isLink) => {
    const renderer = await asOnTheSite();
    const html = renderer.render(text);
    expect(html).toContain('x');
    expect(html.includes('<a ')).toBe(isLink);
  });

  test('leads to the overview of a folder where the site has it', async () => {
    const renderer = await asOnTheSite();
    const html = renderer.render('[x](compatibility/README.md#limits) [y](https://example.com/README.md)');
    expect(html).toMatch(/href="[^"]*compatibility\/(index\.html)?#limits"/);
    expect(html).toContain('href="https://example.com/README.md"');
  });

  test('leaves words in braces where they are', async () => {
    const renderer = await asOnTheSite();
    expect(renderer.render('widen {field}')).toBe('<p>widen &#123;field}</p>\n');
  });

  test('evaluates nothing that a page says', async () => {
    const renderer = await asOnTheSite();
    expect(renderer.render('{{ $labels.name }} <b> `{{ a }}`')).toBe(
      '<p>&#123;&#123; $labels.name }} &lt;b&gt; <code>&#123;&#123; a }}</code></p>\n',
    );
  });
});
