import type { JsonObject } from '@archipelago/apimachinery';
import { hyperConvergedKind, hyperConvergedName } from '../api/hyper-converged-kind.ts';
import { apiVersionOf } from '../config/framework/operand.ts';
import { operatorName } from './mirror/cluster-resources.ts';

const apiVersion = 'admissionregistration.k8s.io/v1';

/**
 * The API server itself refuses to delete the operator's namespace while the HyperConverged is in it: with the namespace would go the
 * operator's account, which has to take the operands away. The HyperConverged is the policy's parameter: without one, nothing is judged.
 */
export function namespaceProtection(namespace: string, labels: JsonObject): readonly JsonObject[] {
  // a cluster may have several namespaces of operators, one after the other
  const metadata = { name: `${operatorName}-namespace-${namespace}`, labels };
  const paramRef = { name: hyperConvergedName, namespace, parameterNotFoundAction: 'Allow' };
  return [
    { apiVersion, kind: 'ValidatingAdmissionPolicy', metadata, spec: policyFor(namespace) },
    {
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata,
      spec: { policyName: metadata.name, paramRef, validationActions: ['Deny'] },
    },
  ];
}

function policyFor(namespace: string): JsonObject {
  return {
    // without the definition there is no HyperConverged, and the namespace may go
    failurePolicy: 'Ignore',
    paramKind: { apiVersion: apiVersionOf(hyperConvergedKind), kind: hyperConvergedKind.kind },
    matchConstraints: {
      resourceRules: [
        {
          apiGroups: [''],
          apiVersions: ['v1'],
          operations: ['DELETE'],
          resources: ['namespaces'],
          resourceNames: [namespace],
        },
      ],
    },
    validations: [
      {
        expression: 'params.metadata.namespace != request.name',
        message: `the HyperConverged ${hyperConvergedName} is in it, and its operator, which has to remove the operands: delete that first, and wait until it is gone`,
        reason: 'Forbidden',
      },
    ],
  };
}
