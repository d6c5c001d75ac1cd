import { jsonEqual } from '@archipelago/apimachinery';
import { endpointsErrors } from '../../validation/endpoints-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

export const endpoints = builtInType({
  group: '',
  version: 'v1',
  kind: 'Endpoints',
  plural: 'endpoints',
  createOnUpdate: true,
  namespaced: true,
  type: 'io.k8s.api.core.v1.Endpoints',
  shortNames: ['ep'],
  defaults: [{ at: 'subsets[*].ports[*]', fields: { protocol: 'TCP' } }],
  validate: (object, old) =>
    jsonEqual(object.subsets ?? [], old?.subsets ?? []) ? [] : endpointsErrors(object),
});
