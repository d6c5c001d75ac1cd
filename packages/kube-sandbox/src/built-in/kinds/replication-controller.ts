import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import { atLeast } from '../../validation/field-checks.ts';
import { replicationControllerErrors } from '../../validation/replication-controller-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { podSpecRules } from './pod-defaults.ts';
import { unscheduledFields } from './unscheduled-fields.ts';

/** What its pods are labelled with is what it looks for, and what it is labelled with itself, where that is not written. */
function labelsOf(owner: JsonObject): JsonObject {
  return objectAt(owner, 'template', 'metadata', 'labels');
}

function orLabels(name: string, current: JsonObject, labels: JsonObject): JsonObject {
  return Object.keys(current).length > 0 || Object.keys(labels).length === 0 ? {} : { [name]: labels };
}

export const replicationController = builtInType({
  group: '',
  version: 'v1',
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  namespaced: true,
  type: 'io.k8s.api.core.v1.ReplicationController',
  shortNames: ['rc'],
  categories: ['all'],
  status: true,
  scalable: true,
  generation: true,
  inert: unscheduledFields('spec.template.spec'),
  defaults: [
    { at: 'spec', fields: { replicas: 1 } },
    { at: 'spec', fields: (spec) => orLabels('selector', objectAt(spec, 'selector'), labelsOf(spec)) },
    {
      at: 'metadata',
      fields: (metadata, root) =>
        orLabels('labels', objectAt(metadata, 'labels'), labelsOf(objectAt(root, 'spec'))),
    },
    ...podSpecRules('spec.template.spec'),
  ],
  rules: { 'spec.replicas': atLeast(0), 'spec.minReadySeconds': atLeast(0) },
  validate: (object) => replicationControllerErrors(objectAt(object, 'spec')),
});
