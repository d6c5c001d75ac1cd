import { type FieldError, type JsonObject, objectAt, valueAt } from '@archipelago/apimachinery';
import { required } from './field-errors.ts';
import { podTemplateErrors } from './pod-template-errors.ts';
import { alwaysErrors, ownPods } from './workload-errors.ts';

/** What is wrong with a ReplicationController: its selector is a map, and its template can be missing. */
export function replicationControllerErrors(spec: JsonObject): readonly FieldError[] {
  const selector = objectAt(spec, 'selector');
  const missing = Object.keys(selector).length === 0 ? [required('spec.selector', '')] : [];
  if ((valueAt(spec, 'template') ?? undefined) === undefined)
    return [...missing, required('spec.template', '')];
  const template = objectAt(spec, 'template');
  return [
    ...missing,
    ...ownPods({ matchLabels: selector }, template),
    ...podTemplateErrors(template, 'spec.template'),
    ...alwaysErrors(objectAt(template, 'spec')),
  ];
}
