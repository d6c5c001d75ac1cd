import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/unit/**/*.test.ts', 'test/walkthroughs/**/*.test.ts'],
    // a hang guard, for machines that have other work; no test asserts a time
    testTimeout: 60_000,
    // one file's servers wait while another's compute
    maxWorkers: 2,
  },
});
