import { isJsonList, isJsonObject, type JsonObject, type JsonValue, textAt } from '@archipelago/apimachinery';
import type { Snapshot, SnapshotPart } from './snapshot.ts';

/** Kinds whose objects have names that people gave them, and what they are called instead. */
const maskedKinds: Readonly<Record<string, string>> = {
  nodes: 'node',
  namespaces: 'namespace',
  virtualmachines: 'vm',
  virtualmachineinstances: 'vm',
  datavolumes: 'disk',
  persistentvolumeclaims: 'disk',
  persistentvolumes: 'volume',
  volumesnapshots: 'snapshot',
  'network-attachment-definitions': 'network',
  services: 'service',
  pods: 'pod',
};

/** Namespaces that a product brings; their names say nothing of whose cluster it is, and checks go by them. */
const known =
  /^(default|kube-.*|openshift|openshift-.*|kubevirt.*|cdi|nmstate|metallb-system|wasp|archipelago.*)$/;

/**
 * The snapshot with other names for nodes, namespaces, networks and workloads, wherever they stand as a whole word. The same name gets the
 * same mask, and their order stays. Addresses, labels and the names of classes stay.
 */
export function maskNames(snapshot: Snapshot): Snapshot {
  const masks = masksOf(snapshot.parts);
  const parts = snapshot.parts.map(({ resource, reading }): SnapshotPart => {
    if (reading.state !== 'read') return { resource, reading };
    return {
      resource,
      reading: { state: 'read', objects: reading.objects.map((one) => maskObject(one, masks)) },
    };
  });
  return { ...snapshot, masked: true, parts };
}

type Masks = ReadonlyMap<string, string>;

function masksOf(parts: readonly SnapshotPart[]): Masks {
  const names = new Map<string, string>();
  for (const { resource, reading } of parts) {
    const prefix = Object.hasOwn(maskedKinds, resource.plural) ? maskedKinds[resource.plural] : undefined;
    if (reading.state !== 'read') continue;
    for (const { metadata } of reading.objects) {
      const [name, namespace] = [textAt(metadata, 'name'), textAt(metadata, 'namespace')];
      if (prefix !== undefined) add(names, name, prefix);
      add(names, namespace, 'namespace');
    }
  }
  return numbered(names);
}

function add(names: Map<string, string>, name: string, prefix: string): void {
  if (name !== '' && !known.test(name) && !names.has(name)) names.set(name, prefix);
}

/** In the order of the names, so that what goes by order goes the same way. */
function numbered(names: ReadonlyMap<string, string>): Masks {
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1));
  const digits = String(sorted.length).length;
  return new Map(
    sorted.map(([name, prefix], index) => [name, `${prefix}-${String(index + 1).padStart(digits, '0')}`]),
  );
}

function maskObject(object: JsonObject, masks: Masks): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value = null]) => [
      key,
      // what an object is stays, whatever somebody called a network
      key === 'apiVersion' || key === 'kind' ? value : masked(value, masks),
    ]),
  );
}

function masked(value: JsonValue, masks: Masks): JsonValue {
  if (typeof value === 'string') return maskText(value, masks);
  if (isJsonList(value)) return value.map((one) => masked(one, masks));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one = null]) => [
      key,
      // devices that nodes offer; those stand there as members, which have no masks
      key.endsWith('resourceName') ? one : masked(one, masks),
    ]),
  );
}

/** Names stand alone, beside `/` and `@`, between quotes of embedded JSON, or before the dot of `<node>.<policy>`. */
function maskText(text: string, masks: Masks): string {
  return text.replaceAll(/[A-Za-z0-9](?:[-A-Za-z0-9.]*[A-Za-z0-9])?/g, (word) => {
    const mask = masks.get(word);
    if (mask !== undefined) return mask;
    for (let at = word.lastIndexOf('.'); at > 0; at = word.lastIndexOf('.', at - 1)) {
      const start = masks.get(word.slice(0, at));
      if (start !== undefined) return `${start}${word.slice(at)}`;
    }
    return word;
  });
}
