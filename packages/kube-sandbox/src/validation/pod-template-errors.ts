import { type FieldError, type JsonObject, objectAt } from '@archipelago/apimachinery';
import { annotationErrors, labelErrors } from './metadata-errors.ts';
import { podSpecErrors } from './pod-spec.ts';

/** What is wrong with what pods are made of; `volumes` come from elsewhere. */
export function podTemplateErrors(
  template: JsonObject,
  at: string,
  volumes: readonly string[] = [],
): readonly FieldError[] {
  const metadata = objectAt(template, 'metadata');
  return [
    ...labelErrors(objectAt(metadata, 'labels'), `${at}.labels`),
    ...annotationErrors(objectAt(metadata, 'annotations'), `${at}.annotations`),
    ...podSpecErrors(objectAt(template, 'spec'), `${at}.spec`, volumes),
  ];
}
