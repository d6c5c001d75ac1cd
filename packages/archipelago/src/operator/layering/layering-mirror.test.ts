import type { KubernetesObject } from '@archipelago/apimachinery';
import type { Informer, InformerOptions, Knowledge, Resource } from '@archipelago/kube-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { machineConfigGroup, names, ownGroup } from '../../layering/api/layering-names.ts';
import type { MirroredNode } from '../mirror/mirrored-node.ts';
import { buildKinds, configKinds, layeringGroups, layeringKinds } from './layering-kinds.ts';
import { LayeringMirror } from './layering-mirror.ts';

interface Followed {
  readonly shape: Partial<InformerOptions<KubernetesObject>>;
  knowledge: Knowledge;
  refusal: string | undefined;
  objects: KubernetesObject[];
  isStarted: boolean;
}

const keyOf = ({ group, plural }: Resource) => `${plural}.${group}`;
let followed: Map<string, Followed>;
let foreign: Set<Resource>;
let changes: number;
let mirror: LayeringMirror;
/** What the operator follows anyhow. */
let nodes: Omit<Followed, 'objects'> & { objects: MirroredNode[] };

function follow<T>(resource: Resource, shape: object): Informer<T> {
  const one: Followed = { shape, knowledge: 'complete', refusal: undefined, objects: [], isStarted: false };
  followed.set(keyOf(resource), one);
  const informer: Partial<Informer<KubernetesObject>> = {
    start: () => {
      one.isStarted = true;
    },
    knowledge: () => one.knowledge,
    refusal: () => (one.refusal === undefined ? undefined : { code: 403, reason: '', message: one.refusal }),
    store: {
      list: () => one.objects,
      get: ({ name }: { readonly name: string }) =>
        one.objects.find(({ metadata }) => metadata.name === name),
      get size() {
        return one.objects.length;
      },
    } as unknown as Informer<KubernetesObject>['store'],
  };
  return informer as Informer<T>;
}

function of(resource: Resource): Followed {
  const found = followed.get(keyOf(resource));
  if (found === undefined) throw new Error(`${keyOf(resource)} is not followed`);
  return found;
}

const object = (name: string, more: object = {}): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'x',
  metadata: { name, ...more },
});
const { nodes: _, ...otherKinds } = layeringKinds;
const others = Object.values(otherKinds).map(keyOf);
const mirroredNode = (name: string): MirroredNode => ({
  name,
  labels: {},
  architecture: undefined,
  more: object(name),
});

beforeEach(() => {
  followed = new Map();
  foreign = new Set();
  changes = 0;
  nodes = { shape: {}, knowledge: 'complete', refusal: undefined, objects: [], isStarted: true };
  const nodeInformer: Partial<Informer<MirroredNode>> = {
    knowledge: () => nodes.knowledge,
    refusal: () =>
      nodes.refusal === undefined ? undefined : { code: 403, reason: '', message: nodes.refusal },
    store: { list: () => nodes.objects } as unknown as Informer<MirroredNode>['store'],
  };
  mirror = new LayeringMirror({
    follow,
    nodes: nodeInformer as Informer<MirroredNode>,
    namespace: 'jobs',
    command: () => 'archipelago manifests',
    isOurs: (kind) => !foreign.has(kind),
    onChange: () => {
      changes += 1;
    },
  });
  mirror.start();
});

describe('what is read', () => {
  it('is configs and builds of both groups, and the rest from the first of them on', () => {
    const kinds = layeringGroups.flatMap((group) => [configKinds[group], buildKinds[group]]);
    expect([...followed.keys()].sort()).toEqual(kinds.map(keyOf).sort());
    expect([mirror.unread(), mirror.isInUse()]).toEqual([undefined, false]);
    expect(followed.size).toBe(4);
    of(configKinds[ownGroup]).objects.push(object('edge'));
    expect([mirror.unread(), mirror.isInUse()]).toEqual([undefined, true]);
    expect([...followed.keys()].slice(4).sort()).toEqual([...others].sort());
    mirror.unread();
    expect(followed.size).toBe(4 + others.length);
    expect([...followed.values()].every(({ isStarted }) => isStarted)).toBe(true);
  });

  it('begins with a build that is left, too: its images are to be taken away', () => {
    of(buildKinds[machineConfigGroup]).objects.push(object('edge-1'));
    mirror.unread();
    expect([followed.size, mirror.isInUse()]).toEqual([4 + others.length, true]);
  });

  it('is of jobs, their pods and ConfigMaps what is ours, in our namespace; of secrets that namespace', () => {
    of(configKinds[ownGroup]).objects.push(object('edge'));
    mirror.unread();
    const { jobs, pods, configMaps, secrets, namespaces, ...cluster } = otherKinds;
    const ours = { namespace: 'jobs', labelSelector: names.component };
    for (const kind of [jobs, pods, configMaps]) expect(of(kind).shape.selection).toEqual(ours);
    expect(of(secrets).shape.selection).toEqual({ namespace: 'jobs' });
    expect(of(namespaces).shape.selection).toEqual({ fieldSelector: 'metadata.name=jobs' });
    for (const kind of Object.values(cluster)) expect(of(kind).shape.selection).toBeUndefined();
    const secret = { ...object('s', { uid: 'u' }), data: { password: 'c2VjcmV0' } };
    expect(JSON.stringify(of(secrets).shape.trim?.(secret))).not.toContain('c2VjcmV0');
    const config = { ...object('c'), spec: { config: 'large' } };
    expect(JSON.stringify(of(layeringKinds.machineConfigs).shape.trim?.(config))).not.toContain('large');
    expect(of(jobs).shape.trim?.({ ...object('j', { managedFields: [] }), spec: { a: 1 } })).toEqual({
      ...object('j'),
      spec: { a: 1 },
    });
    expect(of(jobs).shape.sameContent?.(object('j'), object('j'))).toBe(true);
  });

  it('is told when it changes, is known or is refused', () => {
    const { onEvent, onKnowledge, onRefusal } = of(configKinds[ownGroup]).shape;
    onEvent?.({ type: 'deleted', object: object('edge') } as never);
    onKnowledge?.('complete');
    onRefusal?.(undefined);
    expect(changes).toBe(3);
  });
});

describe('nothing may be planned', () => {
  it.each(
    layeringGroups
      .flatMap((group) => [configKinds[group], buildKinds[group]])
      .map((kind) => [keyOf(kind), kind] as const),
  )('while %s is not read', (name, kind) => {
    expect(mirror.unread()).toBeUndefined();
    of(kind).knowledge = 'unknown';
    expect(mirror.unread()).toBe(`${name} could not be read yet`);
    of(kind).refusal = 'forbidden';
    expect(mirror.unread()).toBe(`${name} could not be read yet: forbidden`);
    of(kind).knowledge = 'not-served';
    expect(mirror.unread()).toBeUndefined();
  });

  it('while nodes are not read, whoever follows them', () => {
    nodes.knowledge = 'unknown';
    expect(mirror.unread()).toBe('nodes could not be read yet');
    nodes.refusal = 'forbidden';
    expect(mirror.unread()).toBe('nodes could not be read yet: forbidden');
  });

  it.each(Object.entries(otherKinds))('while %s are not read, once they are needed', (_, kind) => {
    of(configKinds[ownGroup]).objects.push(object('edge'));
    mirror.unread();
    of(kind).knowledge = 'unknown';
    expect(mirror.unread()).toContain(`${kind.plural}`);
    of(kind).knowledge = 'not-served';
    expect(mirror.unread()).toBeUndefined();
  });
});

describe('an obstacle', () => {
  const { namespaces, secrets } = layeringKinds;

  it('is not looked for where there is nothing to build', () => {
    expect(mirror.obstacle()).toBeUndefined();
  });

  it.each<[string, (place: Followed) => void, object | undefined]>([
    ['a namespace that is there', (place) => place.objects.push(object('jobs')), undefined],
    [
      'one that is not',
      () => undefined,
      {
        reason: 'BuildsNamespaceMissing',
        message:
          'namespace jobs, where builds and their logins are, does not exist; make it with: archipelago manifests',
        isAllRead: true,
      },
    ],
    [
      'one that is going',
      (place) => place.objects.push(object('jobs', { deletionTimestamp: '2026-01-01T00:00:00Z' })),
      { reason: 'BuildsNamespaceEnding' },
    ],
    ['one that was not read yet', (place) => Object.assign(place, { knowledge: 'unknown' }), undefined],
    [
      'one that may not be read',
      (place) => Object.assign(place, { knowledge: 'unknown', refusal: 'forbidden' }),
      { reason: 'PermissionsMissing', isAllRead: false },
    ],
    [
      'secrets that may not be read, in one that is there',
      (place) => {
        place.objects.push(object('jobs'));
        Object.assign(of(secrets), { knowledge: 'unknown', refusal: 'no secrets for you' });
      },
      {
        reason: 'PermissionsMissing',
        message:
          'no secrets for you; builds and their logins are in namespace jobs; grant it with: archipelago manifests',
      },
    ],
    [
      'secrets that may not be read, in one that is not',
      () => Object.assign(of(secrets), { knowledge: 'unknown', refusal: 'no secrets for you' }),
      { reason: 'BuildsNamespaceMissing', isAllRead: false },
    ],
    [
      'secrets that were not read yet',
      (place) => {
        place.objects.push(object('jobs'));
        of(secrets).knowledge = 'unknown';
      },
      undefined,
    ],
  ])('of %s', (_, arrange, expected) => {
    of(configKinds[ownGroup]).objects.push(object('edge'));
    mirror.unread();
    arrange(of(namespaces));
    if (expected === undefined) expect(mirror.obstacle()).toBeUndefined();
    else expect(mirror.obstacle()).toMatchObject(expected);
  });
});

describe('groups', () => {
  it('are those that are read, and ours: another controller may own them', () => {
    expect(mirror.groups()).toEqual(layeringGroups);
    expect(mirror.buildGroups()).toEqual(layeringGroups);
    foreign.add(configKinds[machineConfigGroup]);
    expect([mirror.groups(), mirror.buildGroups()]).toEqual([[ownGroup], layeringGroups]);
    foreign.add(buildKinds[machineConfigGroup]);
    expect(mirror.buildGroups()).toEqual([ownGroup]);
    of(configKinds[ownGroup]).knowledge = 'not-served';
    expect([mirror.groups(), mirror.buildGroups()]).toEqual([[], [ownGroup]]);
    of(buildKinds[ownGroup]).knowledge = 'unknown';
    expect(mirror.buildGroups()).toEqual([]);
  });

  it('of others are not looked after, whatever there is of them', () => {
    foreign.add(configKinds[machineConfigGroup]).add(buildKinds[machineConfigGroup]);
    of(configKinds[machineConfigGroup]).objects.push(object('edge'));
    expect([mirror.isInUse(), mirror.unread(), followed.size]).toEqual([false, undefined, 4]);
  });
});

describe('what is observed', () => {
  it('is shared by both groups but for the builds, and tells secrets by uid and version', () => {
    of(configKinds[ownGroup]).objects.push(object('edge'));
    mirror.unread();
    for (const [name, kind] of Object.entries(otherKinds)) of(kind).objects.push(object(name));
    nodes.objects.push(mirroredNode('nodes'));
    of(layeringKinds.secrets).objects = [
      { ...object('push', { uid: 'u', resourceVersion: '7' }), type: 'Opaque' },
      object('bare'),
    ];
    of(buildKinds[ownGroup]).objects.push(object('own'));
    of(buildKinds[machineConfigGroup]).objects.push(object('other'));
    const observed = mirror.observed();
    const { builds, secrets, secretTypes, logins, ...shared } = observed(ownGroup);
    expect(builds).toEqual([object('own')]);
    expect(observed(machineConfigGroup).builds).toEqual([object('other')]);
    expect(secrets).toEqual({ push: 'u 7', bare: ' ' });
    expect(secretTypes).toEqual({ push: 'Opaque', bare: '' });
    expect(logins).toMatchObject({ push: { kind: 'useless' }, bare: { kind: 'useless' } });
    for (const [name, list] of Object.entries(shared)) {
      expect(list).toEqual([object(name)]);
      expect(observed(machineConfigGroup)[name as keyof typeof shared]).toBe(list);
    }
    expect(mirror.configs(ownGroup)).toEqual([object('edge')]);
    expect(mirror.configs(machineConfigGroup)).toEqual([]);
  });

  it('is nothing before it is read', () => {
    const { secrets, secretTypes, logins, ...lists } = mirror.observed()(ownGroup);
    expect([secrets, secretTypes, logins, ...Object.values(lists)]).toEqual([
      {},
      {},
      {},
      ...Object.keys(lists).map(() => []),
    ]);
  });

  it('is shown by resource and name', () => {
    of(configKinds[ownGroup]).objects.push(object('edge'));
    mirror.unread();
    of(buildKinds[machineConfigGroup]).objects.push(object('edge'));
    of(layeringKinds.jobs).objects.push(object('b'));
    expect(mirror.shown(configKinds[ownGroup], { name: 'edge' })).toEqual(object('edge'));
    expect(mirror.shown(configKinds[machineConfigGroup], { name: 'edge' })).toBeUndefined();
    expect(mirror.shown(buildKinds[machineConfigGroup], { name: 'edge' })).toEqual(object('edge'));
    expect(mirror.shown(buildKinds[ownGroup], { name: 'edge' })).toBeUndefined();
    expect(mirror.shown(layeringKinds.jobs, { name: 'b' })).toEqual(object('b'));
    expect(mirror.shown(layeringKinds.pods, { name: 'b' })).toBeUndefined();
    expect(mirror.shown({ ...layeringKinds.pods, plural: 'leases' }, { name: 'b' })).toBeUndefined();
  });
});
