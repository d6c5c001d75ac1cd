import { type JsonObject, objectAt, objectsAt, textAt, textsAt, valueAt } from '@archipelago/apimachinery';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { labelSelectorText } from '../../tables/label-selector-text.ts';
import { named, oneOf, portNumber } from '../../validation/field-checks.ts';
import { fixedErrors } from '../../validation/fixed-errors.ts';
import { label } from '../../validation/name-rules.ts';
import { numberOrName } from '../../validation/port-names.ts';
import { serviceErrors } from '../../validation/service-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

function spec(object: JsonObject): JsonObject {
  return objectAt(object, 'spec');
}

function ports(object: JsonObject): string {
  const list = objectsAt(spec(object), 'ports').map((port) => {
    const nodePort = valueAt(port, 'nodePort');
    const exposed = typeof nodePort === 'number' && nodePort > 0 ? `:${nodePort}` : '';
    return `${String(port.port)}${exposed}/${textAt(port, 'protocol')}`;
  });
  return list.length === 0 ? '<none>' : list.join(',');
}

function externalAddress(object: JsonObject): string {
  const addresses = textsAt(spec(object), 'externalIPs');
  if (spec(object).type === 'ExternalName') return textAt(spec(object), 'externalName');
  if (spec(object).type === 'LoadBalancer' && addresses.length === 0) return '<pending>';
  return addresses.length === 0 ? '<none>' : addresses.join(',');
}

export const service = builtInType({
  group: '',
  version: 'v1',
  kind: 'Service',
  plural: 'services',
  createOnUpdate: true,
  namespaced: true,
  shortNames: ['svc'],
  categories: ['all'],
  type: 'io.k8s.api.core.v1.Service',
  status: true,
  names: 'service',
  returnsDeleted: true,
  selectable: {
    'spec.clusterIP': (object) => textAt(spec(object), 'clusterIP'),
    'spec.type': (object) => textAt(spec(object), 'type'),
  },
  columns: [
    nameColumn,
    column('Type', 'ServiceSpec.type', (object) => textAt(spec(object), 'type')),
    column('Cluster-IP', 'ServiceSpec.clusterIP', (object) => textAt(spec(object), 'clusterIP') || '<none>'),
    column('External-IP', 'ServiceSpec.externalIPs', externalAddress),
    column('Port(s)', 'ServiceSpec.ports', ports),
    ageColumn,
    column(
      'Selector',
      'ServiceSpec.selector',
      (object) => labelSelectorText(valueAt(spec(object), 'selector')),
      {
        wide: true,
      },
    ),
  ],
  defaults: [
    { at: 'spec', fields: { sessionAffinity: 'None', type: 'ClusterIP', internalTrafficPolicy: 'Cluster' } },
    { at: 'spec.ports[*]', fields: { protocol: 'TCP' } },
  ],
  rules: {
    'spec.ports[*].name': named(label),
    'spec.ports[*].port': portNumber,
    'spec.ports[*].protocol': oneOf('SCTP', 'TCP', 'UDP'),
    'spec.ports[*].targetPort': numberOrName,
    'spec.type': oneOf('ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'),
    'spec.sessionAffinity': oneOf('ClientIP', 'None'),
    'spec.internalTrafficPolicy': oneOf('Cluster', 'Local'),
  },
  validate: (object) => serviceErrors(spec(object)),
  validateUpdate: ({ object, old }) =>
    textAt(spec(old), 'clusterIP') === '' ? [] : fixedErrors({ object, old }, ['spec.clusterIP']),
  complete: withTargetPorts,
  prepareForCreate: (object, environment) => ({
    ...object,
    spec: withAddress(spec(object), environment.random(65_000)),
  }),
  prepareForUpdate: ({ object, old }) => ({ ...object, spec: { ...addresses(spec(old)), ...spec(object) } }),
});

/** A port leads to the same one of the pods unless it says where; decoded, one that does not say has a zero. */
function withTargetPorts(object: JsonObject): JsonObject {
  const given = objectsAt(spec(object), 'ports');
  if (given.length === 0) return object;
  const targets = given.map((port) => ({
    ...port,
    targetPort: valueAt(port, 'targetPort') || (port.port ?? 0),
  }));
  return { ...object, spec: { ...spec(object), ports: targets } };
}

/** The addresses an update that does not write them leaves alone. */
function addresses(old: JsonObject): JsonObject {
  const { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy } = old;
  return { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy };
}

/** Gives a service an address of the cluster's range; `seed` picks one. */
function withAddress(target: JsonObject, seed: number): JsonObject {
  if (target.type === 'ExternalName') return target;
  const address = textAt(target, 'clusterIP') || `10.96.${Math.floor(seed / 254) % 256}.${(seed % 254) + 1}`;
  return {
    clusterIP: address,
    clusterIPs: [address],
    ipFamilies: ['IPv4'],
    ipFamilyPolicy: 'SingleStack',
    ...target,
  };
}
