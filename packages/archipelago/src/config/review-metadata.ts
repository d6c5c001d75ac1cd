import { type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import { hyperConvergedName } from '../api/hyper-converged-kind.ts';
import type { Deployment } from '../cluster-facts/inputs.ts';
import { annotationsOf } from './annotations-of.ts';
import type { FieldFinding } from './framework/setting.ts';

/** What is wrong with the name, the namespace or the annotations as a whole. */
export function reviewMetadata(object: JsonObject, deployment: Deployment): readonly FieldFinding[] {
  return [...reviewName(object), ...reviewNamespace(object, deployment), ...reviewAnnotationSize(object)];
}

/** A generated name would not be the one that the CRD allows. */
function reviewName(object: JsonObject): readonly FieldFinding[] {
  if (typeof valueAt(object, 'metadata', 'name') === 'string') return [];
  const fix = `add metadata.name: ${hyperConvergedName}`;
  return [{ level: 'error', at: 'metadata.name', reason: 'Missing', message: 'is missing', fix }];
}

/** There is one HyperConverged, beside its operator; a policy of the API server decides it, too. */
export function namespaceRule(operatorNamespace: string) {
  return {
    at: 'metadata.namespace',
    holds: (namespace: JsonValue) => namespace === operatorNamespace,
    cel: `object.metadata.namespace == '${operatorNamespace}'`,
    message: `is not the operator's namespace, ${operatorNamespace}`,
    fix: `write ${operatorNamespace}`,
  };
}

/** Offline nobody has filled it in. */
export function reviewNamespace(
  object: JsonObject,
  { operatorNamespace }: Deployment,
): readonly FieldFinding[] {
  const { at, holds, message, fix } = namespaceRule(operatorNamespace);
  const value = valueAt(object, 'metadata', 'namespace');
  return value === undefined || holds(value)
    ? []
    : [{ level: 'error', at, reason: 'Forbidden', value, message, fix }];
}

/** All annotations of one object together, as the API server counts them. */
const maxAnnotationBytes = 256 * 1024;

function reviewAnnotationSize(object: JsonObject): readonly FieldFinding[] {
  const bytes = Object.entries(annotationsOf(object)).reduce(
    (sum, [key, text]) => sum + Buffer.byteLength(key) + Buffer.byteLength(text),
    0,
  );
  if (bytes <= maxAnnotationBytes) return [];
  const message = `have ${bytes} bytes together, more than the ${maxAnnotationBytes} that Kubernetes allows`;
  return [
    {
      level: 'error',
      at: 'metadata.annotations',
      reason: 'Invalid',
      message,
      fix: 'shorten or remove annotations',
    },
  ];
}
