import {
  type JsonObject,
  type JsonValue,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { metadataOf } from '../../json/json-access.ts';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { first, named, needed, oneOf } from '../../validation/field-checks.ts';
import { invalidValue } from '../../validation/field-errors.ts';
import type { FieldCheck } from '../../validation/field-rules.ts';
import { labelValue, qualifiedName } from '../../validation/name-rules.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

const ROLE_PREFIX = 'node-role.kubernetes.io/';

function spec(object: JsonObject): JsonObject {
  return objectAt(object, 'spec');
}

function status(object: JsonObject): string {
  const conditions = objectsAt(objectAt(object, 'status'), 'conditions');
  const ready = conditions.find((condition) => condition.type === 'Ready');
  const readiness = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return valueAt(spec(object), 'unschedulable') === true ? `${readiness},SchedulingDisabled` : readiness;
}

function roles(object: JsonObject): string {
  const labels = objectAt(metadataOf(object), 'labels');
  const names = Object.entries(labels).flatMap(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX)) return [key.slice(ROLE_PREFIX.length)];
    return key === 'kubernetes.io/role' && typeof value === 'string' && value !== '' ? [value] : [];
  });
  return names.length === 0 ? '<none>' : [...new Set(names)].sort().join(',');
}

function address(object: JsonObject, type: string): string {
  const addresses = objectsAt(objectAt(object, 'status'), 'addresses');
  const found = addresses.find((one) => one.type === type);
  return found === undefined ? '<none>' : textAt(found, 'address');
}

function info(object: JsonObject, name: string): string {
  return textAt(objectAt(objectAt(object, 'status'), 'nodeInfo'), name);
}

function orUnknown(name: string): (object: JsonObject) => string {
  return (object) => info(object, name) || '<unknown>';
}

/** What nobody says otherwise of can be allocated. */
function withAllocatable(object: JsonObject): JsonObject {
  const told = objectAt(object, 'status');
  const capacity = valueAt(told, 'capacity') ?? null;
  if (capacity === null || (valueAt(told, 'allocatable') ?? null) !== null) return object;
  return { ...object, status: { ...told, allocatable: capacity } };
}

const NOT_READY: JsonValue = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

/** A new node takes no pods until somebody says it is ready. */
function withTaint(object: JsonObject): JsonObject {
  const taints = objectsAt(spec(object), 'taints');
  if (taints.some((taint) => taint.key === 'node.kubernetes.io/not-ready')) return object;
  return { ...object, spec: { ...spec(object), taints: [...taints, NOT_READY] } };
}

const nodeTaintKey: FieldCheck = (value, field) => {
  const key = typeof value === 'string' ? value : '';
  return qualifiedName(key).map((problem) => invalidValue(field, key, problem));
};

export const node = builtInType({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  namespaced: false,
  shortNames: ['no'],
  type: 'io.k8s.api.core.v1.Node',
  status: false,
  rules: {
    'spec.taints[*].key': nodeTaintKey,
    'spec.taints[*].value': named(labelValue),
    'spec.taints[*].effect': first(needed(), oneOf('NoExecute', 'NoSchedule', 'PreferNoSchedule')),
  },
  subresources: [
    { name: 'proxy', verbs: ['create', 'delete', 'get', 'patch', 'update'], kind: 'NodeProxyOptions' },
    { name: 'status', verbs: ['get', 'patch', 'update'] },
  ],
  selectable: { 'spec.unschedulable': (object) => String(valueAt(spec(object), 'unschedulable') === true) },
  columns: [
    nameColumn,
    column('Status', 'The status of the node', status),
    column('Roles', 'The roles of the node', roles),
    ageColumn,
    column('Version', 'NodeSystemInfo.kubeletVersion', (object) => info(object, 'kubeletVersion')),
    column('Internal-IP', 'NodeStatus.addresses', (object) => address(object, 'InternalIP'), { wide: true }),
    column('External-IP', 'NodeStatus.addresses', (object) => address(object, 'ExternalIP'), { wide: true }),
    column('OS-Image', 'NodeSystemInfo.osImage', orUnknown('osImage'), { wide: true }),
    column('Kernel-Version', 'NodeSystemInfo.kernelVersion', orUnknown('kernelVersion'), { wide: true }),
    column(
      'Container-Runtime',
      'NodeSystemInfo.containerRuntimeVersion',
      orUnknown('containerRuntimeVersion'),
      {
        wide: true,
      },
    ),
  ],
  complete: withAllocatable,
  prepareForCreate: withTaint,
  prepareForUpdate: ({ object, old }) => ({ ...object, status: valueAt(old, 'status') }),
});
