import type { JsonObject } from '@archipelago/apimachinery';
import type { Inputs } from '../cluster-facts/inputs.ts';
import type { Desired } from '../config/desire.ts';
import { commonLabels } from '../config/framework/common-labels.ts';
import { apiVersionOf, type Operand, objectKey } from '../config/framework/operand.ts';
import type { FieldFinding } from '../config/framework/setting.ts';
import { operands } from '../config/operands.ts';
import type { Owner, Rendered } from '../config/render.ts';
import { settings } from '../config/settings.ts';

/** An operand with no more of its object than its identity. */
export type Identified = Pick<Rendered, 'operand' | 'manifest'>;

/** An object that must not be. */
export interface Unwanted extends Identified {
  /** Why not, in words. */
  readonly because: string;
}

/** Every object that may be ours. */
export function identities(owner: Owner, inputs: Pick<Inputs, 'deployment'>): readonly Identified[] {
  return operands.map((operand) => ({ operand, manifest: identity(operand, owner, inputs) }));
}

function identity(operand: Operand, owner: Owner, inputs: Pick<Inputs, 'deployment'>): JsonObject {
  return {
    apiVersion: apiVersionOf(operand),
    kind: operand.kind,
    metadata: {
      name: operand.name(owner.name),
      ...(operand.namespaced ? { namespace: operand.namespace ?? owner.namespace } : {}),
      labels: commonLabels(operand.component, inputs),
    },
  };
}

/** The findings that keep an operand from being rendered: its patch annotation is refused. */
export function refusalsOf(operand: Operand, { findings }: Desired): readonly FieldFinding[] {
  const { patchAnnotation } = operand;
  if (patchAnnotation === undefined) return [];
  const at = `metadata.annotations["${patchAnnotation}"]`;
  return findings.filter((finding) => finding.level === 'error' && finding.at === at);
}

/** What must not exist now. An operand that is only held back by a refusal stays as it is. */
export function unwantedObjects(desired: Desired, owner: Owner): readonly Unwanted[] {
  const wanted = new Set(desired.operands.map(({ manifest }) => objectKey(manifest)));
  return identities(owner, desired)
    .filter(
      ({ operand, manifest }) =>
        !wanted.has(objectKey(manifest)) && refusalsOf(operand, desired).length === 0,
    )
    .map((one) => ({ ...one, because: reasonOfAbsence(one.operand, desired) }));
}

/** Settings decide whether some operands are there; others are for some clusters only. */
function reasonOfAbsence(operand: Operand, { facts }: Desired): string {
  const names = settings
    .filter(({ landings }) =>
      landings.some((landing) => landing.kind === 'existence' && landing.operand === operand),
    )
    .map(({ name }) => name);
  return names.length > 0 && operand.fits(facts)
    ? `${names.join(' and ')} ${names.length === 1 ? 'does' : 'do'} not ask for it`
    : 'clusters like this one have none';
}
