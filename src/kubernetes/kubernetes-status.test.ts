import { expect, it } from 'vitest';
import { isMissingPermission } from './kubernetes-status.ts';

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
