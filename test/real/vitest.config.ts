import { defineConfig } from 'vitest/config';

export default defineConfig({
  // libraries of the workspace are read from their sources
  ssr: { resolve: { conditions: ['archipelago-source'] } },
  test: {
    include: ['test/real/**/*.test.ts'],
    setupFiles: ['test/support/fixed-seed.ts', 'test/support/own-state-folder.ts'],
    testTimeout: 480_000,
    hookTimeout: 480_000,
    // Each file starts clusters of its own; on two cores they would only slow each other down.
    fileParallelism: false,
  },
});
