import { describe, expect, it } from 'vitest';
import { answerFailure, retryAfterMs } from './answer-failure.ts';

const now = Date.UTC(2026, 0, 1);

function failure(status: number, { method = 'GET', body = '', headers = {} } = {}) {
  return answerFailure({ host: 'h', asked: 'it', method, status, headers, body: Buffer.from(body), now });
}

describe('an answer that is no success', () => {
  it.each([
    [400, 'GET', 'refused'],
    [401, 'GET', 'unauthorized'],
    [403, 'PUT', 'unauthorized'],
    [404, 'GET', 'absent'],
    [404, 'HEAD', 'absent'],
    [404, 'PATCH', 'absent'],
    [404, 'DELETE', 'absent'],
    [404, 'PUT', 'refused'],
    [405, 'DELETE', 'refused'],
    [408, 'GET', 'unreachable'],
    [416, 'PATCH', 'refused'],
    [429, 'PUT', 'rateLimited'],
    [499, 'GET', 'refused'],
    [500, 'GET', 'unreachable'],
    [503, 'PUT', 'unreachable'],
  ])('%i to a %s is %s', (status, method, kind) => {
    const failed = failure(status, { method });
    expect(failed).toMatchObject({
      kind,
      status,
      host: 'h',
      asked: 'it',
      reason: `the answer was ${status}`,
    });
    expect(failed.fix).not.toBe('');
  });

  it('tells credentials that are missing from ones without the right', () => {
    expect(failure(401).fix).toMatch(/^give credentials for this repository/);
    expect(failure(403).fix).toBe('give credentials with the right to do this');
  });

  it('has what the registry says, shortened', () => {
    const errors = [
      { code: 'MANIFEST_BLOB_UNKNOWN', message: 'gone', detail: { digest: 'sha256:0' } },
      { code: 'DENIED', message: 'x'.repeat(1_000) },
      { message: 'only', detail: null },
      'nonsense',
    ];
    expect(failure(400, { body: JSON.stringify({ errors }) })).toMatchObject({
      reason: `the answer was 400, MANIFEST_BLOB_UNKNOWN: gone, DENIED: ${'x'.repeat(300)}, only`,
      errors: [
        { code: 'MANIFEST_BLOB_UNKNOWN', message: 'gone', detail: '{"digest":"sha256:0"}' },
        { code: 'DENIED', message: 'x'.repeat(300), detail: '' },
        { code: '', message: 'only', detail: '' },
      ],
    });
    const many = JSON.stringify({ errors: Array(50).fill({ code: 'A', message: 'b' }) });
    expect(failure(400, { body: many }).errors).toHaveLength(20);
  });

  it.each(['', '[]', '{"errors":{}}', '<html>', '{"errors":[1]}'])('may say nothing: %s', (body) => {
    expect(failure(500, { body })).toMatchObject({ reason: 'the answer was 500', errors: [] });
  });
});

describe('how long to wait', () => {
  it.each([
    ['7', 7_000],
    [' 7 ', 7_000],
    ['0', 0],
    ['999999999', 999_999_999_000],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s is %s', (value, expected) => {
    expect(retryAfterMs({ headers: value === undefined ? {} : { 'retry-after': value }, now })).toBe(
      expected,
    );
  });
});
