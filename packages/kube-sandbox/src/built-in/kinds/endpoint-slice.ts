import { type FieldError, type JsonObject, jsonEqual, objectsAt } from '@archipelago/apimachinery';
import { addressOf } from '../../validation/address-errors.ts';
import { first, named, needed, oneOf } from '../../validation/field-checks.ts';
import { fieldErrors } from '../../validation/field-rules.ts';
import { label, subdomain } from '../../validation/name-rules.ts';
import { duplicateNames } from '../../validation/port-names.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

const families = { IPv4: addressOf('IPv4'), IPv6: addressOf('IPv6') };
const names = { 'endpoints[*].nodeName': named(subdomain), 'endpoints[*].hostname': named(label) };

function endpointErrors(slice: JsonObject): readonly FieldError[] {
  const type = slice.addressType;
  const address = type === 'IPv4' || type === 'IPv6' ? families[type] : named(subdomain);
  return fieldErrors(slice, {
    'endpoints[*].addresses': needed('must contain at least 1 address'),
    'endpoints[*].addresses[*]': address,
    ...names,
  });
}

export const endpointSlice = builtInType({
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  namespaced: true,
  type: 'io.k8s.api.discovery.v1.EndpointSlice',
  generation: true,
  defaults: [{ at: 'ports[*]', fields: { name: '', protocol: 'TCP' } }],
  rules: {
    addressType: first(needed(), oneOf('FQDN', 'IPv4', 'IPv6')),
    'ports[*].name': named(label),
    'ports[*].protocol': oneOf('SCTP', 'TCP', 'UDP'),
  },
  fixed: ['addressType'],
  validate: (object, old) => [
    ...duplicateNames(objectsAt(object, 'ports'), 'ports'),
    ...(jsonEqual(object.endpoints ?? [], old?.endpoints ?? []) ? [] : endpointErrors(object)),
  ],
});
