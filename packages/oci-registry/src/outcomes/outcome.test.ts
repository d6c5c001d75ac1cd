import { expect, it } from 'vitest';
import { isSilence, isTransient, printFailure, type RegistryFailure } from './outcome.ts';

const said = { host: 'h.example', asked: 'manifest of os:1', reason: 'it said no', fix: 'look' };

it.each<[RegistryFailure, boolean, boolean]>([
  [{ kind: 'absent', ...said }, false, false],
  [{ kind: 'unauthorized', ...said }, false, false],
  [{ kind: 'rateLimited', retryAfterMs: undefined, ...said }, true, true],
  [{ kind: 'unreachable', ...said }, true, true],
  [{ kind: 'unreachable', permanent: true, ...said }, true, false],
  [{ kind: 'malformed', ...said }, false, false],
  [{ kind: 'refused', ...said }, false, false],
  [{ kind: 'aborted', ...said }, true, false],
])('%o is silence: %s, and may go better later: %s', (failure, silent, transient) => {
  expect([isSilence(failure), isTransient(failure)]).toEqual([silent, transient]);
  expect(printFailure(failure)).toBe('h.example: manifest of os:1: it said no; look');
});

it('does not steer a terminal with what a registry said', () => {
  const reason = 'the answer was 400, \x1b[2J\u009b\u202e: \r\nall is well';
  expect(printFailure({ kind: 'refused', ...said, reason })).toBe(
    'h.example: manifest of os:1: the answer was 400, \\u001b[2J\\u009b\\u202e: \\r\\nall is well; look',
  );
});
