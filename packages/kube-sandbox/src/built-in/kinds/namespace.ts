import { type JsonObject, objectAt, textAt, textsAt, valueAt } from '@archipelago/apimachinery';
import { metadataOf, withMetadata } from '../../json/json-access.ts';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

const NAME_LABEL = 'kubernetes.io/metadata.name';

/** Every namespace carries its name as a label. */
function withNameLabel(object: JsonObject): JsonObject {
  const name = textAt(metadataOf(object), 'name');
  if (name === '') return object;
  const labels = objectAt(metadataOf(object), 'labels');
  return labels[NAME_LABEL] === name
    ? object
    : withMetadata(object, { labels: { ...labels, [NAME_LABEL]: name } });
}

function phase(object: JsonObject): string {
  return textAt(objectAt(object, 'status'), 'phase');
}

export const namespace = builtInType({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
  shortNames: ['ns'],
  type: 'io.k8s.api.core.v1.Namespace',
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  status: true,
  subresources: [{ name: 'finalize', verbs: ['update'] }],
  names: 'label',
  returnsDeleted: true,
  selectable: { 'status.phase': phase, name: (object) => textAt(metadataOf(object), 'name') },
  columns: [nameColumn, column('Status', 'The status of the namespace', phase), ageColumn],
  complete: withNameLabel,
  prepareForCreate(object) {
    const finalizers = textsAt(objectAt(object, 'spec'), 'finalizers');
    const spec = {
      finalizers: finalizers.includes('kubernetes') ? finalizers : [...finalizers, 'kubernetes'],
    };
    return withNameLabel({ ...object, spec, status: { phase: 'Active' } });
  },
  prepareForUpdate({ object, old, subresource }) {
    // Finalizers of the spec change through the subresource only.
    if (subresource === 'finalize')
      return { ...old, metadata: metadataOf(object), spec: valueAt(object, 'spec') };
    return { ...object, spec: valueAt(old, 'spec'), status: valueAt(old, 'status') };
  },
});
