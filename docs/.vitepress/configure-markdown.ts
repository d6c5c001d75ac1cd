import type { MarkdownRenderer } from 'vitepress';

type Token = ReturnType<MarkdownRenderer['parse']>[number];

/** What the site has: pages, headings, and addresses elsewhere. The rest are files of the repository. */
const onTheSite = /^(?:[a-z]+:|#)|\.md(?:#|$)/;

/** Markdown of the repository as pages of the site. */
export function configureMarkdown(markdown: MarkdownRenderer): void {
  literalBraces(markdown);
  withoutSourceLinks(markdown);
  linksToOverviews(markdown);
}

/** Pages are compiled as Vue's templates, which would evaluate two braces; here they are text, of an alert's template for one. */
function literalBraces(markdown: MarkdownRenderer): void {
  const literally = (token: Token | undefined): string =>
    markdown.utils.escapeHtml(token?.content ?? '').replaceAll('{', '&#123;');
  markdown.renderer.rules.text = (tokens, index) => literally(tokens[index]);
  markdown.renderer.rules.code_inline = (tokens, index) => `<code>${literally(tokens[index])}</code>`;
}

/** The README of a folder is its first page, `index`; VitePress moves the page and not the links to it. */
function linksToOverviews(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('links-to-overviews', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href !== null && !/^[a-z]+:/.test(href))
        token.attrSet('href', href.replace(/README\.md(?=#|$)/, 'index.md'));
    }
  });
}

/** Takes the links to files and folders of the repository away and leaves their text: the site does not hold them. */
function withoutSourceLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('without-source-links', ({ tokens }) => {
    for (const token of tokens) if (token.children) token.children = withoutSources(token.children);
  });
}

/** Markdown has no link within a link, so the next end belongs to the last beginning. */
function withoutSources(tokens: readonly Token[]): Token[] {
  let isSource = false;
  return tokens.filter((token) => {
    if (token.type === 'link_open') isSource = !onTheSite.test(String(token.attrGet('href')));
    return !(isSource && /^link_(open|close)$/.test(token.type));
  });
}
