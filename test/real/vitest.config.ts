import { defineConfig } from 'vitest/config';

export default defineConfig({
  // libraries of the workspace are read from their sources
  ssr: { resolve: { conditions: ['archipelago-source'] } },
  test: {
    include: ['test/real/**/*.test.ts'],
    setupFiles: ['test/support/fixed-seed.ts', 'test/support/own-state-folder.ts'],
    testTimeout: 480_000,
    hookTimeout: 480_000,
    // Each file starts clusters of its own. Much of a file is waiting (leases, builds, rollouts): two share two cores well.
    maxWorkers: 2,
  },
});
