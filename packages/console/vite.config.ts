import { defineConfig, type Plugin } from 'vite';

/** The console speaks in the system's own letters: nothing to load, and no other licence. */
const withoutFonts: Plugin = {
  name: 'without-fonts',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.css') ? code.replaceAll(/@font-face\s*\{[^}]*\}/g, '') : undefined),
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [withoutFonts],
  resolve: { conditions: ['archipelago-source', 'module', 'browser', 'import', 'default'] },
  build: {
    // the content security policy of the console lets nothing in that stands inside another file
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    chunkSizeWarningLimit: 1_000,
    reportCompressedSize: false,
  },
});
