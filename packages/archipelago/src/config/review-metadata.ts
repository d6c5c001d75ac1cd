import { type JsonObject, valueAt } from '@archipelago/apimachinery';
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

function reviewNamespace(object: JsonObject, { operatorNamespace }: Deployment): readonly FieldFinding[] {
  const namespace = valueAt(object, 'metadata', 'namespace');
  if (namespace === undefined || namespace === operatorNamespace) return [];
  const message = `is not the operator's namespace, ${operatorNamespace}`;
  return [
    {
      level: 'error',
      at: 'metadata.namespace',
      reason: 'Forbidden',
      value: namespace,
      message,
      fix: `write ${operatorNamespace}`,
    },
  ];
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
