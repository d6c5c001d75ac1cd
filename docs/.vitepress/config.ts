import { defineConfig } from 'vitepress';
import { markdownOptions } from './markdown-options.ts';
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
  vite: {
    server: { host: '127.0.0.1' },
    publicDir: false,
    // the search's index is one
    build: { chunkSizeWarningLimit: 2_000 },
  },
  markdown: markdownOptions,
  themeConfig: { sidebar, outline: [2, 3], search: { provider: 'local' } },
});
