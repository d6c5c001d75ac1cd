import type { MarkdownOptions } from 'vitepress';
import { anchorOf } from '../../tools/stray-references.ts';
import { configureMarkdown } from './configure-markdown.ts';

/** How Markdown is read: as a Git host reads it. */
export const markdownOptions: MarkdownOptions = {
  // Nobody writes HTML here: `<name>` is text.
  html: false,
  // Nor attributes: `{name}` at the end of a paragraph is text, too.
  attrs: { disable: true },
  anchor: { slugify: anchorOf },
  config: configureMarkdown,
};
