import type { JsonObject } from '@archipelago/apimachinery';
import type { Registry } from '../resources/registry.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { customModel, listModel } from './custom-model.ts';
import { listModelName, META, modelName } from './model-name.ts';
import { pathsOf } from './operations.ts';
import { wireModels } from './wire-models.ts';

function gvk(type: ResourceType, kind: string): JsonObject {
  return { group: type.group, kind, version: type.version };
}

function modelsOf(types: readonly ResourceType[]): JsonObject {
  const wireTypes = types.flatMap((type) => (type.wireType === undefined ? [] : [type.wireType]));
  const models = wireModels([...wireTypes, `${META}.ObjectMeta`, `${META}.DeleteOptions`, `${META}.Status`]);
  models.set(`${META}.Patch`, { type: 'object' });
  for (const type of types) {
    const name = modelName(type);
    const model = models.get(name) ?? customModel(type);
    models.set(name, { ...model, 'x-kubernetes-group-version-kind': [gvk(type, type.kind)] });
    models.set(listModelName(type), {
      ...listModel(type, name),
      'x-kubernetes-group-version-kind': [gvk(type, type.listKind)],
    });
  }
  return Object.fromEntries([...models].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The OpenAPI v3 document of a group version; undefined when it is not served. */
export function openapiDocument(registry: Registry, group: string, version: string): JsonObject | undefined {
  const types = registry.inGroupVersion(group, version);
  if (types.length === 0) return undefined;
  const custom = types.some((type) => type.custom);
  return {
    openapi: '3.0.0',
    info: custom
      ? { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' }
      : { title: 'Kubernetes', version: 'unversioned' },
    paths: Object.assign({}, ...types.map(pathsOf)),
    components: { schemas: modelsOf(types) },
  };
}
