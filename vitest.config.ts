import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/unit/**/*.test.ts', 'test/walkthroughs/**/*.test.ts'],
    testTimeout: 20_000,
    // one file's servers wait while another's compute
    maxWorkers: 2,
  },
});
