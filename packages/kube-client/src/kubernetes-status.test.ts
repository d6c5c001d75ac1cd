import { describe, expect, it } from 'vitest';
import {
  isExpired,
  isMissingPermission,
  isNamespaceTerminating,
  type KubernetesStatus,
  statusOfAnswer,
} from './kubernetes-status.ts';

// as kube-apiserver 1.36.2 words them
it.each([
  [
    'cdis.cdi.kubevirt.io is forbidden: User "system:serviceaccount:a:b" cannot list resource "cdis" in API group "cdi.kubevirt.io" at the cluster scope',
    true,
  ],
  [
    'clusterroles.rbac.authorization.k8s.io "w" is forbidden: user "b" (groups=["c"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["pods"], Verbs:["list"]}',
    true,
  ],
  [
    'kubevirts.kubevirt.io "k" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can\'t set finalizers on: , <nil>',
    true,
  ],
  ['admission webhook "w" denied the request: no', false],
  ['pods "p" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1', false],
  [
    'leases "l" is forbidden: unable to create new content in namespace n because it is being terminated',
    false,
  ],
])('%s', (message, is) => {
  expect(isMissingPermission({ code: 403, reason: 'Forbidden', message })).toBe(is);
  expect(isMissingPermission({ code: 422, reason: 'Invalid', message })).toBe(false);
});

describe('a refusal', () => {
  it.each<[string, string, number | undefined, KubernetesStatus]>([
    [
      'is read from a Status',
      '{"kind":"Status","code":409,"reason":"Conflict","message":"changed","details":{"name":"x"}}',
      undefined,
      { code: 409, reason: 'Conflict', message: 'changed', details: { name: 'x' } },
    ],
    [
      'has the answer’s code where the Status has none',
      '{"kind":"Status"}',
      undefined,
      { code: 500, reason: '', message: '' },
    ],
    [
      'says when to try again, as its header does',
      '{"kind":"Status","code":429,"details":{"retryAfterSeconds":4}}',
      2_000,
      { code: 429, reason: '', message: '', details: { retryAfterSeconds: 4 }, retryAfterMs: 2_000 },
    ],
    [
      'says when to try again, without a header',
      '{"kind":"Status","code":429,"details":{"retryAfterSeconds":4}}',
      undefined,
      { code: 429, reason: '', message: '', details: { retryAfterSeconds: 4 }, retryAfterMs: 4_000 },
    ],
    [
      'does not say so with nought or with what is no number',
      '{"kind":"Status","code":429,"details":{"retryAfterSeconds":0}}',
      undefined,
      { code: 429, reason: '', message: '', details: { retryAfterSeconds: 0 } },
    ],
    ['of a proxy is quoted', ' <html>\n', undefined, { code: 500, reason: '', message: 'HTTP 500: <html>' }],
    [
      'of a proxy has its header',
      'no',
      1,
      { code: 500, reason: '', message: 'HTTP 500: no', retryAfterMs: 1 },
    ],
    ['may be empty', '', undefined, { code: 500, reason: '', message: 'HTTP 500' }],
    [
      'may be another object',
      '{"kind":"Pod"}',
      undefined,
      { code: 500, reason: '', message: 'HTTP 500: {"kind":"Pod"}' },
    ],
    [
      'is quoted up to three hundred characters',
      'x'.repeat(400),
      undefined,
      { code: 500, reason: '', message: `HTTP 500: ${'x'.repeat(300)}` },
    ],
  ])('%s', (_, body, retryAfterMs, status) => {
    expect(statusOfAnswer(500, body, retryAfterMs)).toEqual(status);
  });

  it.each([
    [410, '', true],
    [410, 'Expired', true],
    [400, 'Expired', true],
    [0, 'Gone', true],
    [404, 'NotFound', false],
    [409, 'Conflict', false],
    [504, 'Timeout', false],
  ])('with %i %s means that the history is gone: %s', (code, reason, is) => {
    expect(isExpired({ code, reason, message: '' })).toBe(is);
  });

  it.each<[string, number, KubernetesStatus['details'], boolean]>([
    [
      'that names the cause',
      403,
      { causes: [{ reason: 'Other' }, { reason: 'NamespaceTerminating' }] },
      true,
    ],
    ['with another code', 409, { causes: [{ reason: 'NamespaceTerminating' }] }, false],
    ['with another cause', 403, { causes: [{ reason: 'Other' }] }, false],
    ['whose causes are no list', 403, { causes: 'NamespaceTerminating' }, false],
    ['whose cause is no object', 403, { causes: ['NamespaceTerminating'] }, false],
    ['without details', 403, undefined, false],
  ])('%s: a namespace that is being deleted?', (_, code, details, is) => {
    const status = { code, reason: 'Forbidden', message: '', ...(details === undefined ? {} : { details }) };
    expect(isNamespaceTerminating(status)).toBe(is);
  });
});
