import { expect, it } from 'vitest';
import { isMisconfigured } from './descheduler.ts';

it.each([
  [{}, true],
  [{ spec: { profiles: ['LongLifecycle'] } }, true],
  [
    {
      spec: { profiles: ['LongLifecycle'], profileCustomizations: { devEnableEvictionsInBackground: true } },
    },
    false,
  ],
  [{ spec: { profiles: ['KubeVirtRelieveAndMigrate'] } }, false],
  [{ spec: { profiles: ['DevKubeVirtRelieveAndMigrate'] } }, false],
])('%j is misconfigured: %s', (descheduler, expected) => {
  expect(isMisconfigured(descheduler)).toBe(expected);
});
