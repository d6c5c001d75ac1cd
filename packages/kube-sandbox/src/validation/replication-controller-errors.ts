import { type FieldError, type JsonObject, objectAt, valueAt } from '@archipelago/apimachinery';
import { invalidValue, required } from './field-errors.ts';
import { podTemplateErrors } from './pod-template-errors.ts';
import { alwaysErrors } from './workload-errors.ts';

/** Its selector is compared as it stands: what could be no label matches none. */
function strangePods(selector: JsonObject, labels: JsonObject): readonly FieldError[] {
  if (Object.entries(selector).every(([key, value]) => labels[key] === value)) return [];
  const problem = '`selector` does not match template `labels`';
  return [invalidValue('spec.template.metadata.labels', labels, problem)];
}

/** What is wrong with a ReplicationController: its selector is a map, and its template can be missing. */
export function replicationControllerErrors(spec: JsonObject): readonly FieldError[] {
  const selector = objectAt(spec, 'selector');
  const missing = Object.keys(selector).length === 0 ? [required('spec.selector', '')] : [];
  if ((valueAt(spec, 'template') ?? undefined) === undefined)
    return [...missing, required('spec.template', '')];
  const template = objectAt(spec, 'template');
  return [
    ...missing,
    ...strangePods(selector, objectAt(template, 'metadata', 'labels')),
    ...podTemplateErrors(template, 'spec.template'),
    ...alwaysErrors(objectAt(template, 'spec')),
  ];
}
