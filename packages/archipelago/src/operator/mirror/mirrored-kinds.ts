import type { Selection } from '@archipelago/kube-client';
import { standardCluster } from '../../cluster-facts/standard-cluster.ts';
import { deriveFacts } from '../../config/derive-facts.ts';
import type { Operand } from '../../config/framework/operand.ts';
import { operands } from '../../config/operands.ts';
import { definitionName } from './cluster-resources.ts';

/** Groups that every API server serves by itself. */
export const builtInGroups: ReadonlySet<string> = new Set([
  '',
  'apps',
  'scheduling.k8s.io',
  'rbac.authorization.k8s.io',
  'admissionregistration.k8s.io',
]);

/** One object. */
export function byName(name: string, namespace: string | undefined): Selection {
  return { fieldSelector: `metadata.name=${name}`, namespace };
}

/** The version of a kind of ours; undefined for all other kinds. */
export function versionInUse(definition: string): string | undefined {
  return operands.find((operand) => definitionName(operand) === definition)?.version;
}

/** Kinds that exist on OpenShift only; asking for them elsewhere would be asking in vain. */
export function isOpenShiftOnly(operand: Operand): boolean {
  return !operand.fits(plainCluster);
}

const plainCluster = deriveFacts(standardCluster, undefined);
