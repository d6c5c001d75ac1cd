import { defineConfig } from 'vitest/config';

export default defineConfig({
  // libraries of the workspace are read from their sources
  ssr: { resolve: { conditions: ['archipelago-source'] } },

  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'tools/**/*.test.ts',
      'test/unit/**/*.test.ts',
      'test/walkthroughs/**/*.test.ts',
    ],
    setupFiles: ['test/support/fixed-seed.ts', 'test/support/own-state-folder.ts'],
    // hang guards, for machines that have other work; no test asserts a time
    testTimeout: 480_000,
    hookTimeout: 480_000,
    // Loading the product anew for each of 290 files took a third of the time; no test may leave anything behind.
    pool: 'threads',
    isolate: false,
    // on two cores: servers and leases of one file wait while the others compute
    maxWorkers: 3,
  },
});
