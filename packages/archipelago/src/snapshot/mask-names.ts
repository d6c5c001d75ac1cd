import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  printJson,
  textAt,
} from '@archipelago/apimachinery';
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

/** Kinds whose names are those of products and their classes; nothing that has such a name is masked. */
const keptKinds: ReadonlySet<string> = new Set([
  'csidrivers',
  'storageclasses',
  'storageprofiles',
  'volumesnapshotclasses',
]);

/** Namespaces that a product brings; their names say nothing of whose cluster it is, and checks go by them. */
const ofProducts =
  /^(default|kube-.*|openshift|openshift-.*|kubevirt.*|cdi|nmstate|metallb-system|wasp|archipelago.*)$/;

/** Members whose values are words of an API, whatever somebody called a network. */
const words: ReadonlySet<string> = new Set([
  'apiVersion',
  'architecture',
  'driver',
  'effect',
  'key',
  'kind',
  'operator',
  'phase',
  'provisioner',
  'reason',
  'status',
  'type',
]);

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
      reading: { state: 'read', objects: reading.objects.map((one) => maskMembers(one, masks)) },
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
  const kept = keptNames(parts);
  for (const name of kept) names.delete(name);
  // also where they begin as the name of a namespace does
  return new Map([...numbered(names), ...kept.map((name) => [name, name] as const)]);
}

function keptNames(parts: readonly SnapshotPart[]): readonly string[] {
  return parts
    .filter(({ resource }) => keptKinds.has(resource.plural))
    .flatMap(({ reading }) => (reading.state === 'read' ? reading.objects : []))
    .map((one) => textAt(one, 'metadata', 'name'));
}

function add(names: Map<string, string>, name: string, prefix: string): void {
  const isKnown = name === '' || names.has(name) || (prefix === 'namespace' && ofProducts.test(name));
  if (!isKnown) names.set(name, prefix);
}

/** In the order of the names, so that what goes by order goes the same way. A node is also known by its name without the domain. */
function numbered(names: ReadonlyMap<string, string>): Masks {
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1));
  const digits = String(sorted.length).length;
  const masks = new Map(
    sorted.map(([name, prefix], index) => [name, `${prefix}-${String(index + 1).padStart(digits, '0')}`]),
  );
  for (const [name, prefix] of sorted) {
    const [short = ''] = name.split('.');
    if (prefix === 'node' && !masks.has(short)) masks.set(short, masks.get(name) ?? '');
  }
  return masks;
}

function maskMembers(object: JsonObject, masks: Masks): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, one = null]) => [
      key,
      // devices that nodes offer stand there as members, which have no masks
      typeof one === 'string' && (words.has(key) || key.endsWith('resourceName')) ? one : masked(one, masks),
    ]),
  );
}

function masked(value: JsonValue, masks: Masks): JsonValue {
  if (typeof value === 'string') return maskWhole(value, masks);
  if (isJsonList(value)) return value.map((one) => masked(one, masks));
  return isJsonObject(value) ? maskMembers(value, masks) : value;
}

/** JSON inside a text has members, too. */
function maskWhole(text: string, masks: Masks): string {
  if (!/^\s*[[{]/.test(text)) return maskText(text, masks);
  try {
    return printJson(masked(parseJson(text), masks));
  } catch {
    return maskText(text, masks);
  }
}

/** Names stand alone, beside `/` and `@`, before the dot of `<node>.<policy>`, or in the pod of a machine. */
function maskText(text: string, masks: Masks): string {
  return text.replaceAll(/[A-Za-z0-9](?:[-A-Za-z0-9.]*[A-Za-z0-9])?/g, (word) => {
    const mask = masks.get(word);
    if (mask !== undefined) return mask;
    const [, machine = '', end = ''] = /^virt-launcher-(.+)(-[a-z0-9]{5})$/.exec(word) ?? [];
    const pod = masks.get(machine);
    if (pod !== undefined) return `virt-launcher-${pod}${end}`;
    for (let at = word.lastIndexOf('.'); at > 0; at = word.lastIndexOf('.', at - 1)) {
      const start = masks.get(word.slice(0, at));
      if (start !== undefined) return `${start}${word.slice(at)}`;
    }
    return word;
  });
}
