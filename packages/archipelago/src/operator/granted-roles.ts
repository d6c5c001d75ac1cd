import type { JsonObject } from '@archipelago/apimachinery';
import { hyperConvergedName } from '../api/hyper-converged-kind.ts';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { deriveFacts } from '../config/derive-facts.ts';
import { apiVersionOf } from '../config/framework/operand.ts';
import { operands } from '../config/operands.ts';
import type { Installation } from './rights/permission.ts';
import type { Account } from './rights/role-manifests.ts';

/**
 * The roles that the operator binds for its operands and does not make, so that it need not hold what is in them. It
 * leaves them where they are.
 */
export function grantedRoles(
  { labels }: Account,
  { platform, namespace }: Installation,
): readonly JsonObject[] {
  const { facts, deployment, memory } = standardInputs;
  const inputs = {
    facts: deriveFacts({ ...facts, platform }, undefined),
    deployment: { ...deployment, operatorNamespace: namespace },
    memory,
  };
  return operands
    .filter((operand) => operand.isInstalled && operand.fits(inputs.facts))
    .map((operand) => ({
      apiVersion: apiVersionOf(operand),
      kind: operand.kind,
      metadata: { name: operand.name(hyperConvergedName), labels },
      ...Object.fromEntries(operand.baseline.map(({ field, value }) => [field, value(inputs) ?? null])),
    }));
}
