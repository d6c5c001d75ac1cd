import { parseNodeSelector } from '@archipelago/apimachinery';
import { Type } from '@sinclair/typebox';
import type { FieldFinding } from '../../framework/setting.ts';
import { reviewPodPlacement } from '../../reviews/review-pod-placement.ts';
import { type NodePlacement, nodePlacement } from '../../shapes/node-placement.ts';

/** The shape of `spec.infra` and `spec.workloads`. */
export function componentPlacement(description: string) {
  return Type.Object({ nodePlacement: Type.Optional(nodePlacement) }, { description });
}

/** Refuses a required node affinity that no scheduler could read, and warns of what pods cannot have. */
export function reviewPlacement(at: string, placement: NodePlacement | undefined): readonly FieldFinding[] {
  if (placement === undefined) return [];
  return [...reviewRequired(at, placement), ...reviewPodPlacement(`${at}.nodePlacement`, placement)];
}

/** The definition has rules about these. */
const decidedByRules = /\.(?:key|operator|values)$/;

/** Values that a label cannot have, or that no numbers are. */
function reviewRequired(at: string, placement: NodePlacement): readonly FieldFinding[] {
  const required = placement.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (required === undefined) return [];
  const parsed = parseNodeSelector(required);
  if (parsed.ok) return [];
  const affinity = `${at}.nodePlacement.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution`;
  const ofValues = parsed.errors.filter(({ field }) => !decidedByRules.test(field));
  return ofValues.map(({ field, message }) => ({
    level: 'error',
    at: `${affinity}.${field}`,
    reason: 'Invalid',
    message,
    fix: 'write a requirement the scheduler accepts',
  }));
}

/** CNAO's placement always has an affinity, if only an empty one. */
export function withAffinity(placement: NodePlacement) {
  return { affinity: {}, ...placement };
}

export function isEmptyPlacement(placement: NodePlacement): boolean {
  return Object.keys(placement).length === 0;
}
