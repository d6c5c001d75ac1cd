import type { JsonObject } from '@archipelago/apimachinery';
import type { Inputs } from '../cluster-facts/inputs.ts';
import type { Desired } from '../config/desire.ts';
import { commonLabels } from '../config/framework/common-labels.ts';
import { apiVersionOf, type Operand, objectKey } from '../config/framework/operand.ts';
import type { FieldFinding } from '../config/framework/setting.ts';
import { operands } from '../config/operands.ts';
import type { Owner, Rendered } from '../config/render.ts';

/** Every object that may be ours, with no more than its identity. */
export function identities(owner: Owner, inputs: Pick<Inputs, 'deployment'>): readonly Rendered[] {
  return operands.map((operand) => ({ operand, manifest: identity(operand, owner, inputs), causes: [] }));
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
export function unwantedObjects(desired: Desired, owner: Owner): readonly Rendered[] {
  const wanted = new Set(desired.operands.map(({ manifest }) => objectKey(manifest)));
  return identities(owner, desired).filter(
    ({ operand, manifest }) => !wanted.has(objectKey(manifest)) && refusalsOf(operand, desired).length === 0,
  );
}
