import { expect, test } from 'vitest';
import type { Refusal } from './refusal.ts';
import * as status from './status.ts';

const core = { group: '', resource: 'pods' };
const custom = { group: 'example.com', resource: 'things' };

// A refusal, its code, reason, message and details.
const refusals: readonly (readonly [Refusal, number, string | undefined, string, unknown])[] = [
  [status.notFound(core, 'a'), 404, 'NotFound', 'pods "a" not found', { name: 'a', kind: 'pods' }],
  [
    status.notFound(custom, 'a'),
    404,
    'NotFound',
    'things.example.com "a" not found',
    { name: 'a', group: 'example.com', kind: 'things' },
  ],
  [status.notFound({ group: 'g', resource: '' }, ''), 404, 'NotFound', '.g "" not found', { group: 'g' }],
  [
    status.alreadyExists(core, 'a', 'x: '),
    409,
    'AlreadyExists',
    'x: pods "a" already exists',
    { name: 'a', kind: 'pods' },
  ],
  [
    status.conflict(core, 'a', 'why'),
    409,
    'Conflict',
    'Operation cannot be fulfilled on pods "a": why',
    { name: 'a', kind: 'pods' },
  ],
  [status.forbidden(core, '', 'why'), 403, 'Forbidden', 'pods is forbidden: why', { kind: 'pods' }],
  [
    status.forbidden(core, 'a', 'why', [{ field: 'f' }]),
    403,
    'Forbidden',
    'pods "a" is forbidden: why',
    { name: 'a', kind: 'pods', causes: [{ field: 'f' }] },
  ],
  [status.badRequest('why'), 400, 'BadRequest', 'why', undefined],
  [
    status.methodNotAllowed(),
    405,
    'MethodNotAllowed',
    'the server does not allow this method on the requested resource',
    {},
  ],
  [status.unknownResource(), 404, 'NotFound', 'the server could not find the requested resource', {}],
  [status.internal('why'), 500, undefined, 'why', undefined],
  [status.notImplemented('x'), 501, 'NotImplemented', 'the embedded cluster does not implement x', undefined],
  [status.tooLarge('why'), 413, 'RequestEntityTooLarge', 'Request entity too large: why', undefined],
  [status.expired('why'), 410, 'Expired', 'why', undefined],
  [
    status.tooLargeResourceVersion(9, 5),
    504,
    'Timeout',
    'Timeout: Too large resource version: 9, current: 5',
    {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  ],
];

test.each(refusals)('%#', (...[refusal, code, reason, message, details]) => {
  expect(refusal.status).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  });
  expect([refusal.code, refusal.retryAfter]).toEqual([code, code === 504 ? 1 : undefined]);
});

test('equal messages of invalid fields are told once, their causes all', () => {
  const error = { field: 'f', type: 'FieldValueInvalid', message: 'no' } as const;
  const told = (...fields: readonly string[]) =>
    status.invalid(
      { group: 'g', resource: 'Kind' },
      'a',
      fields.map((field) => ({ ...error, field })),
    );
  expect(told('f').status).toMatchObject({
    message: 'Kind.g "a" is invalid: f: no',
    details: {
      name: 'a',
      group: 'g',
      kind: 'Kind',
      causes: [{ reason: 'FieldValueInvalid', message: 'no', field: 'f' }],
    },
  });
  expect(told('f', 'g', 'f').status).toMatchObject({
    message: 'Kind.g "a" is invalid: [f: no, g: no]',
    details: { causes: [{ field: 'f' }, { field: 'g' }, { field: 'f' }] },
  });
});
