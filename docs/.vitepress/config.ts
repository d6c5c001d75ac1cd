import { defineConfig } from 'vitepress';
import { anchorOf } from '../../tools/stray-references.ts';
import { configureMarkdown } from './configure-markdown.ts';
import { sidebar } from './sidebar.ts';

/** The site of the repository's own Markdown. Its root is the repository, so that a link leads to the same place here and on a Git host. */
export default defineConfig({
  title: 'Archipelago',
  description: 'Virtualization on Kubernetes clusters whose nodes do not all have the same CPU architecture',
  srcDir: '..',
  srcExclude: [
    '{bench,examples,tools,out,dist}/**',
    'packages/*/src/**',
    'test/crds/**',
    'generated/deploy/**',
  ],
  outDir: '../out/site',
  cacheDir: '../node_modules/.cache/vitepress',
  // and links to them: configure-markdown.ts
  rewrites: (page) => page.replace(/README\.md$/, 'index.md'),
  vite: { server: { host: '127.0.0.1' }, publicDir: false },
  markdown: {
    // Nobody writes HTML here: `<name>` is text.
    html: false,
    anchor: { slugify: anchorOf },
    config: configureMarkdown,
  },
  themeConfig: { sidebar, outline: [2, 3], search: { provider: 'local' } },
});
