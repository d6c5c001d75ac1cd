import { type JsonObject, objectAt, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import { column } from '../../tables/column.ts';
import { nameColumn } from '../../tables/common-columns.ts';
import { labelSelectorText } from '../../tables/label-selector-text.ts';
import { podTemplateErrors } from '../../validation/pod-template-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { podSpecRules } from './pod-defaults.ts';

function ofContainers(field: string): (object: JsonObject) => string {
  return (object) =>
    objectsAt(object, 'template', 'spec', 'containers')
      .map((container) => textAt(container, field))
      .join(',');
}

/** Kept for programs that make pods: nothing here does. */
export const podTemplate = builtInType({
  group: '',
  version: 'v1',
  kind: 'PodTemplate',
  plural: 'podtemplates',
  namespaced: true,
  type: 'io.k8s.api.core.v1.PodTemplate',
  generation: true,
  returnsDeleted: true,
  columns: [
    nameColumn,
    column('Containers', 'Names of each container in the template.', ofContainers('name')),
    column('Images', 'Images referenced by each container in the template.', ofContainers('image')),
    column('Pod Labels', 'The labels for the pod template.', (object) =>
      labelSelectorText(valueAt(object, 'template', 'metadata', 'labels')),
    ),
  ],
  defaults: podSpecRules('template.spec'),
  validate: (object) => podTemplateErrors(objectAt(object, 'template'), 'template'),
});
