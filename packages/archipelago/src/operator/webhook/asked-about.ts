import type { JsonObject } from '@archipelago/apimachinery';
import type { Account } from '../rights/role-manifests.ts';

/**
 * Match conditions: only what somebody wants changed is judged. Labels, finalizers and the status can be written however wrong a
 * HyperConverged is, and what the operator itself completes is not held up. One in another namespace is refused when it is created; what
 * became of one that is there configures nothing here, and another operator may look after it.
 */
export function askedAbout({ name, namespace }: Account): readonly JsonObject[] {
  const annotations = (of: string) => `(has(${of}.metadata.annotations) ? ${of}.metadata.annotations : {})`;
  const account = `system:serviceaccount:${namespace}:${name}`;
  return [
    { name: 'not-by-the-operator', expression: `request.userInfo.username != '${account}'` },
    {
      name: 'something-was-configured',
      expression: [
        "request.operation != 'UPDATE'",
        '!has(object.spec) || !has(oldObject.spec) || object.spec != oldObject.spec',
        `${annotations('object')} != ${annotations('oldObject')}`,
      ].join(' || '),
    },
    {
      name: 'configures-something',
      expression: `request.operation == 'CREATE' || request.namespace == '${namespace}'`,
    },
  ];
}
