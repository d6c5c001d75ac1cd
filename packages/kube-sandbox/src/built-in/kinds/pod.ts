import { type JsonObject, objectAt, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import { metadataOf } from '../../json/json-access.ts';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { podChangeErrors } from '../../validation/pod-change-errors.ts';
import { podSpecErrors } from '../../validation/pod-spec.ts';
import { builtInType } from '../declaration/kind-declaration.ts';
import { completedPod, podSpecRules } from './pod-defaults.ts';
import { qualityOfService } from './quality-of-service.ts';
import { unscheduledFields } from './unscheduled-fields.ts';

function spec(object: JsonObject): JsonObject {
  return objectAt(object, 'spec');
}

function status(object: JsonObject): JsonObject {
  return objectAt(object, 'status');
}

function containers(object: JsonObject): readonly JsonObject[] {
  return objectsAt(status(object), 'containerStatuses');
}

function ready(object: JsonObject): string {
  const running = containers(object).filter((container) => container.ready === true).length;
  return `${running}/${objectsAt(spec(object), 'containers').length}`;
}

/** Why a container waits or ended, which says more than the phase. */
function containerReason(container: JsonObject): string {
  const state = objectAt(container, 'state');
  const reason =
    textAt(objectAt(state, 'waiting'), 'reason') || textAt(objectAt(state, 'terminated'), 'reason');
  return reason;
}

/** How far the containers are that come before the others; undefined: all of them have ended well. */
function initialization(object: JsonObject): string | undefined {
  const statuses = objectsAt(status(object), 'initContainerStatuses');
  const isDone = (one: JsonObject) =>
    valueAt(objectAt(objectAt(one, 'state'), 'terminated'), 'exitCode') === 0;
  const first = statuses.findIndex((one) => !isDone(one));
  const open = statuses[first];
  if (open === undefined) return undefined;
  const reason = containerReason(open);
  if (reason !== '' && reason !== 'PodInitializing') return `Init:${reason}`;
  return `Init:${first}/${objectsAt(spec(object), 'initContainers').length}`;
}

function phase(object: JsonObject): string {
  if (valueAt(metadataOf(object), 'deletionTimestamp') !== undefined) return 'Terminating';
  const initializing = initialization(object);
  if (initializing !== undefined) return initializing;
  const reasons = containers(object)
    .map(containerReason)
    .filter((reason) => reason !== '');
  return reasons.at(-1) ?? (textAt(status(object), 'reason') || textAt(status(object), 'phase'));
}

function restarts(object: JsonObject): string {
  const counts = containers(object).map((container) => Number(container.restartCount ?? 0));
  return String(counts.reduce((sum, count) => sum + count, 0));
}

function orNone(read: (object: JsonObject) => string): (object: JsonObject) => string {
  return (object) => read(object) || '<none>';
}

const selectable = {
  'spec.nodeName': (object: JsonObject) => textAt(spec(object), 'nodeName'),
  'spec.restartPolicy': (object: JsonObject) => textAt(spec(object), 'restartPolicy'),
  'spec.schedulerName': (object: JsonObject) => textAt(spec(object), 'schedulerName'),
  'spec.serviceAccountName': (object: JsonObject) => textAt(spec(object), 'serviceAccountName'),
  'spec.hostNetwork': (object: JsonObject) => String(valueAt(spec(object), 'hostNetwork') === true),
  'status.phase': (object: JsonObject) => textAt(status(object), 'phase'),
  'status.podIP': (object: JsonObject) => textAt(status(object), 'podIP'),
  'status.nominatedNodeName': (object: JsonObject) => textAt(status(object), 'nominatedNodeName'),
};

export const pod = builtInType({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  namespaced: true,
  shortNames: ['po'],
  categories: ['all'],
  type: 'io.k8s.api.core.v1.Pod',
  status: true,
  subresources: [
    { name: 'binding', verbs: ['create'], group: '', version: 'v1', kind: 'Binding' },
    { name: 'eviction', verbs: ['create'], group: 'policy', version: 'v1', kind: 'Eviction' },
    { name: 'log', verbs: ['get'] },
  ],
  returnsDeleted: true,
  generation: true,
  selectable,
  columns: [
    nameColumn,
    column('Ready', 'The aggregate readiness state of this pod for accepting traffic.', ready),
    column('Status', 'The aggregate status of the containers in this pod.', phase),
    column(
      'Restarts',
      'The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.',
      restarts,
    ),
    ageColumn,
    column(
      'IP',
      'PodStatus.podIP',
      orNone((object) => textAt(status(object), 'podIP')),
      { wide: true },
    ),
    column(
      'Node',
      'PodSpec.nodeName',
      orNone((object) => textAt(spec(object), 'nodeName')),
      { wide: true },
    ),
    column(
      'Nominated Node',
      'PodStatus.nominatedNodeName',
      orNone((object) => textAt(status(object), 'nominatedNodeName')),
      { wide: true },
    ),
    column('Readiness Gates', 'PodSpec.readinessGates', () => '<none>', { wide: true }),
  ],
  inert: unscheduledFields('spec'),
  defaults: [{ at: 'spec', fields: { enableServiceLinks: true } }, ...podSpecRules('spec')],
  complete: completedPod,
  prepareForCreate: (object) => ({
    ...object,
    status: { phase: 'Pending', qosClass: qualityOfService(spec(object)) },
  }),
  validate: (object) => podSpecErrors(spec(object), 'spec'),
  validateUpdate: podChangeErrors,
});
