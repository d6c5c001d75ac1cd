import { type JsonObject, objectAt, objectsAt, textAt, textsAt } from '@archipelago/apimachinery';
import { validateDefinition, validateDefinitionUpdate } from '../../custom/validate-definition.ts';
import { without } from '../../json/json-access.ts';
import { createdAtColumn, nameColumn } from '../../tables/common-columns.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

function spec(object: JsonObject): JsonObject {
  return objectAt(object, 'spec');
}

function storageVersion(object: JsonObject): string | undefined {
  const version = objectsAt(spec(object), 'versions').find((one) => one.storage === true);
  return version === undefined ? undefined : textAt(version, 'name');
}

/** Every version objects were ever stored in is remembered until somebody says none is left. */
function withStoredVersion(object: JsonObject, status: JsonObject): JsonObject {
  const version = storageVersion(object);
  const known = textsAt(status, 'storedVersions');
  const storedVersions = version === undefined || known.includes(version) ? known : [...known, version];
  return {
    ...object,
    status: { ...status, storedVersions: storedVersions.length === 0 ? null : storedVersions },
  };
}

export const customResourceDefinition = builtInType({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  storageVersion: 'v1beta1',
  type: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
  status: true,
  generation: true,
  columns: [nameColumn, createdAtColumn],
  defaults: [
    {
      at: 'spec.names',
      fields: (names) => ({
        singular: textAt(names, 'singular') || textAt(names, 'kind').toLowerCase(),
        listKind:
          textAt(names, 'listKind') || (names.kind === '' ? undefined : `${textAt(names, 'kind')}List`),
      }),
    },
    { at: 'spec', fields: { conversion: { strategy: 'None' } } },
    { at: 'spec.conversion', fields: { strategy: 'None' } },
    {
      at: 'spec.conversion.webhook.clientConfig.service',
      fields: { port: 443 },
    },
  ],
  complete: (object) => ({ ...object, spec: without(spec(object)) }),
  prepareForCreate: (object) => {
    const names = { plural: '', kind: '' };
    return withStoredVersion(object, { conditions: null, acceptedNames: names });
  },
  prepareForUpdate: ({ object, old }) => withStoredVersion(object, objectAt(old, 'status')),
  validate: validateDefinition,
  validateUpdate: (change) => validateDefinitionUpdate(change),
});
