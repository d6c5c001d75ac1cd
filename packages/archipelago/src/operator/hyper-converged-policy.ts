import type { JsonObject } from '@archipelago/apimachinery';
import { hyperConvergedKind } from '../api/hyper-converged-kind.ts';
import { policyRefusals } from '../config/policy-refusals.ts';
import type { Account } from './rights/role-manifests.ts';
import { askedAbout } from './webhook/asked-about.ts';

const apiVersion = 'admissionregistration.k8s.io/v1';

/**
 * What the API server refuses by itself, with or without operator and webhook, because a HyperConverged and its annotations are enough
 * to know: a policy, made of the rules that stand with the settings, and its binding.
 */
export function hyperConvergedPolicy(account: Account): readonly JsonObject[] {
  const metadata = { name: 'archipelago-hyperconverged', labels: account.labels };
  return [
    { apiVersion, kind: 'ValidatingAdmissionPolicy', metadata, spec: policyFor(account) },
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata,
      spec: { policyName: metadata.name, validationActions: ['Deny'] },
    },
  ];
}

function policyFor(account: Account): JsonObject {
  const { group, version, plural } = hyperConvergedKind;
  const at = { apiGroups: [group], apiVersions: [version], resources: [plural], scope: 'Namespaced' };
  return {
    failurePolicy: 'Fail',
    matchConstraints: { resourceRules: [{ ...at, operations: ['CREATE', 'UPDATE'] }] },
    matchConditions: askedAbout(account),
    variables: [
      {
        name: 'annotations',
        expression: 'has(object.metadata.annotations) ? object.metadata.annotations : {}',
      },
      {
        name: 'formerAnnotations',
        expression:
          'oldObject != null && has(oldObject.metadata.annotations) ? oldObject.metadata.annotations : {}',
      },
      { name: 'refusals', expression: refusals(account.namespace) },
    ],
    // one validation: of several only the first that fails would be told
    validations: [
      {
        expression: 'size(variables.refusals) == 0',
        messageExpression: "variables.refusals.join('; ')",
        message: 'the HyperConverged contradicts itself; archipelago validate says where',
        reason: 'Invalid',
      },
    ],
  };
}

/** In CEL: the texts of all rules that are broken. */
function refusals(namespace: string): string {
  const each = policyRefusals(namespace).map(
    ({ holds, text }) => `(${holds}) ? '' : ${JSON.stringify(text)}`,
  );
  return `[${each.join(', ')}].filter(text, text != '')`;
}
