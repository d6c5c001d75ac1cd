import { type JsonObject, textAt } from '@archipelago/apimachinery';

/** An object as `kubectl get -o name` writes it, but by its kind: `kubevirt.kubevirt.io/name`. */
export function objectName(object: JsonObject): string {
  const [first = '', version] = textAt(object, 'apiVersion').split('/');
  const kind = textAt(object, 'kind').toLowerCase();
  return `${version === undefined ? kind : `${kind}.${first}`}/${textAt(object, 'metadata', 'name')}`;
}
