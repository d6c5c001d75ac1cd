import { expect, test } from 'vitest';
import { faultAnswer } from './registry-fault.ts';

test.each([
  [401, 'UNAUTHORIZED'],
  [403, 'DENIED'],
  [404, 'NAME_UNKNOWN'],
  [429, 'TOOMANYREQUESTS'],
  [503, 'UNAVAILABLE'],
  [500, 'UNKNOWN'],
])('a fault of status %d has the code %s', (status, code) => {
  const answer = faultAnswer({ kind: 'status', status });
  expect(answer.status).toBe(status);
  expect(JSON.parse(String(answer.body))).toMatchObject({ errors: [{ code }] });
  expect(Object.keys(answer.headers)).not.toContain('Retry-After');
});

test('a fault says how long to wait', () => {
  const { headers } = faultAnswer({ kind: 'status', status: 429, retryAfterSeconds: 7 });
  expect(headers['Retry-After']).toBe('7');
});
