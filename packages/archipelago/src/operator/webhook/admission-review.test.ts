import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import type { FieldFinding } from '../../config/framework/setting.ts';
import { printAnswer, readReview } from './admission-review.ts';

const object = { kind: 'HyperConverged', spec: {} };
const request = {
  uid: 'u',
  operation: 'UPDATE',
  resource: { group: 'hco.kubevirt.io', version: 'v1beta1', resource: 'hyperconvergeds' },
  object,
  oldObject: object,
};
const review = (changes: JsonObject): JsonObject => ({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: { ...request, ...changes },
});

describe('a question', () => {
  test.each<[string, JsonObject, string]>([
    ['a new one', { operation: 'CREATE', oldObject: null }, 'create'],
    ['a change', {}, 'update'],
    ['a deletion is about what is there', { operation: 'DELETE', object: null }, 'delete'],
  ])('is read: %s', (_, changes, operation) => {
    const oldObject = operation === 'update' ? object : undefined;
    expect(readReview(review(changes))).toEqual({
      kind: 'review',
      review: { uid: 'u', operation, object, oldObject },
    });
  });

  test.each<[string, JsonValue, string]>([
    ['nothing', null, 'the body is no AdmissionReview of admission.k8s.io/v1'],
    [
      'another version',
      { ...review({}), apiVersion: 'admission.k8s.io/v1beta1' },
      'the body is no AdmissionReview',
    ],
    ['another kind', { ...review({}), kind: 'ConversionReview' }, 'the body is no AdmissionReview'],
    ['no request', { ...review({}), request: [] }, 'request.resource is not hyperconvergeds'],
    ['no uid', review({ uid: '' }), 'request.uid is missing'],
    ['CONNECT', review({ operation: 'CONNECT' }), 'request.operation is none of CREATE, UPDATE, DELETE'],
    ['another resource', review({ resource: { group: '', resource: 'pods' } }), 'request.resource is not'],
    ['no object', review({ object: null }), 'the object is missing'],
    ['no object of before', review({ oldObject: null }), 'request.oldObject is missing'],
    ['a deletion of nothing', review({ operation: 'DELETE', oldObject: null }), 'the object is missing'],
  ])('is not answered: %s', (_, body, because) => {
    expect(readReview(body)).toEqual({ kind: 'unusable', because: expect.stringContaining(because) });
  });
});

const finding = (changes: Partial<FieldFinding>): FieldFinding => ({
  level: 'error',
  at: 'spec.a',
  reason: 'Invalid',
  message: 'is wrong',
  fix: 'mend it',
  ...changes,
});

describe('an answer', () => {
  test('that allows says so, with warnings that an API server does not cut', () => {
    const warnings = [finding({ level: 'warning' }), finding({ level: 'warning', message: 'x'.repeat(500) })];
    const { response } = printAnswer('u', { allowed: true, warnings });
    expect(response).toEqual({
      uid: 'u',
      allowed: true,
      warnings: [
        'spec.a: is wrong: mend it',
        expect.stringMatching(/^spec\.a: x+\.\.\.$/),
        'spec.a: mend it',
      ],
    });
    expect(JSON.stringify(response).length).toBeLessThan(400);
  });

  test('that refuses has everything in its message, fields as causes, and warnings beside', () => {
    const refusals = [
      finding({ at: 'spec.a', value: 'x"y', reason: 'Missing' }),
      finding({ at: 'spec.b', value: 12345678901234567890n, reason: 'Duplicate' }),
    ];
    const warnings = [finding({ level: 'warning', at: 'spec.c' })];
    expect(printAnswer('u', { allowed: false, code: 422, refusals, warnings }).response).toEqual({
      uid: 'u',
      allowed: false,
      warnings: ['spec.c: is wrong: mend it'],
      status: {
        status: 'Failure',
        code: 422,
        reason: 'Invalid',
        message: 'spec.a: "x\\"y" is wrong: mend it; spec.b: 12345678901234567890 is wrong: mend it',
        details: {
          group: 'hco.kubevirt.io',
          kind: 'HyperConverged',
          name: 'kubevirt-hyperconverged',
          causes: [
            { reason: 'FieldValueRequired', field: 'spec.a', message: '"x\\"y" is wrong: mend it' },
            {
              reason: 'FieldValueDuplicate',
              field: 'spec.b',
              message: '12345678901234567890 is wrong: mend it',
            },
          ],
        },
      },
    });
  });

  test('names twenty of many', () => {
    const refusals = Array.from({ length: 50 }, (_, index) => finding({ at: `spec.a[${index}]` }));
    const text = JSON.stringify(printAnswer('u', { allowed: false, code: 403, refusals, warnings: [] }));
    expect(text).toContain('spec.a[19]');
    expect(text).not.toContain('spec.a[20]');
    expect(text).toContain('and 30 more');
    expect(text).toContain('"reason":"Forbidden"');
  });
});
