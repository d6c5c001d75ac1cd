import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { inputsOf } from '../config/admission.test-support.ts';
import { configure } from '../config/configure.ts';
import { desire } from '../config/desire.ts';
import { type Operand, objectKey } from '../config/framework/operand.ts';
import type { Rendered } from '../config/render.ts';
import type { Live } from './live.ts';
import { type Action, componentName, isSettled, plan, type Remembered, remember, uidOf } from './plan.ts';

const { operands: everything } = desire(
  configure(
    {
      written: {},
      spec: { enableApplicationAwareQuota: true, higherWorkloadDensity: { memoryOvercommitPercentage: 150 } },
      annotations: { 'hco.kubevirt.io/deployPasstNetworkBinding': 'true' },
    },
    inputsOf({ cluster: { platform: 'openshift' } }),
  ),
  { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged', uid: 'u' },
);

function renderedOf(kind: string): Rendered {
  const found = everything.find(({ operand }) => operand.kind === kind);
  if (found === undefined) throw new Error(`no ${kind} is rendered`);
  return found;
}

const as = (object: JsonObject) => object;
const identity = { uid: 'u-1', resourceVersion: '7' };

/** The object as it should be, on a server, with members changed. */
function stored({ manifest }: Rendered, change: JsonObject = {}): JsonObject {
  const metadata = { ...metadataOf(manifest), ...identity };
  return merged({ ...manifest, metadata }, change);
}

function merged(object: JsonObject, change: JsonObject): JsonObject {
  const entries = Object.entries(change).map(([name, value]) => {
    const before = object[name];
    return [name, isJsonObject(before) && isJsonObject(value) ? merged(before, value) : value];
  });
  return { ...object, ...Object.fromEntries(entries) };
}

function metadataOf({ metadata }: JsonObject): JsonObject {
  return isJsonObject(metadata) ? metadata : {};
}

function present(object: JsonObject, ...foreignWriters: readonly string[]): Live {
  return { state: 'present', object, foreignWriters };
}

function planWanted(rendered: Rendered, live: Live, remembered?: Remembered): Action {
  const [action, ...others] = plan({
    wanted: [rendered],
    unwanted: [],
    live: () => live,
    remembered: (key) => (key === objectKey(rendered.manifest) ? remembered : undefined),
    defaulting: () => as,
  });
  if (action === undefined || others.length > 0) throw new Error('one action for one object');
  return action;
}

function planUnwanted(rendered: Rendered, live: Live): readonly Action[] {
  return plan({
    wanted: [],
    unwanted: [rendered],
    live: () => live,
    remembered: () => undefined,
    defaulting: () => as,
  });
}

const kubevirt = renderedOf('KubeVirt');
const going = stored(kubevirt, { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } });

describe('what cannot be changed', () => {
  it.each<[string, JsonObject]>([
    ['PriorityClass', { value: 5 }],
    ['ClusterRoleBinding', { roleRef: { name: 'admin' } }],
    ['ClusterRoleBinding', { roleRef: { kind: 'Role' } }],
    ['DaemonSet', { spec: { selector: { matchLabels: { name: 'other' } } } }],
    ['DaemonSet', { spec: { selector: { matchExpressions: [] } } }],
    ['DaemonSet', { spec: { selector: null } }],
    ['DaemonSet', { spec: { selector: null, template: null } }],
  ])('%s %j is made anew, of what is there', (kind, change) => {
    const rendered = renderedOf(kind);
    const live = stored(rendered, { metadata: { labels: { mine: 'yes' } }, ...change });
    const action = planWanted(rendered, present(live));
    const metadata = metadataOf(rendered.manifest);
    expect(action).toMatchObject({
      verb: 'recreate',
      live,
      body: { ...rendered.manifest, metadata: { ...metadata, labels: { mine: 'yes' } } },
    });
    const body = action.verb === 'recreate' ? action.body : {};
    // an object that is to be created has no version and is nobody's successor
    expect(metadataOf(body)).not.toHaveProperty('uid');
    expect(metadataOf(body)).not.toHaveProperty('resourceVersion');
  });

  it('is also what a later version may want', () => {
    const rendered = renderedOf('PriorityClass');
    const later = { ...rendered, manifest: { ...rendered.manifest, preemptionPolicy: 'Never' } };
    expect(planWanted(later, present(stored(rendered))).verb).toBe('recreate');
  });

  it.each<[string, JsonObject]>([
    ['PriorityClass', { description: 'other' }],
    ['PriorityClass', { metadata: { labels: { app: 'other' } } }],
    ['ClusterRoleBinding', { subjects: [] }],
    ['ClusterRole', { rules: [] }],
    ['DaemonSet', { spec: { template: { spec: { hostPID: false } } } }],
    ['DaemonSet', { spec: { selectorOfSomething: 1 } }],
    ['KubeVirt', { spec: { selector: {} } }],
    ['CDI', { spec: { value: 5 } }],
  ])('is not %s %j', (kind, change) => {
    const rendered = renderedOf(kind);
    const live = stored(rendered, change);
    const action = planWanted(rendered, present(live));
    // bound to what was looked at: another object or version is refused by the server
    expect(action).toMatchObject({ verb: 'update', live, body: { metadata: identity } });
  });
});

describe('a wanted object', () => {
  it('that is missing is made as it is wanted', () => {
    expect(planWanted(kubevirt, { state: 'absent' })).toEqual({
      operand: kubevirt.operand,
      key: objectKey(kubevirt.manifest),
      verb: 'create',
      reason: 'missing',
      body: kubevirt.manifest,
    });
  });

  it.each<[Live, JsonObject]>([
    [{ state: 'unknown' }, { because: 'unknown' }],
    [
      { state: 'forbidden', message: 'no' },
      { because: 'forbidden', message: 'no' },
    ],
    [
      { state: 'notServed', definition: 'd', lack: 'is going' },
      { because: 'notServed', definition: 'd', lack: 'is going' },
    ],
    [present(going), { because: 'terminating' }],
  ])('is waited for: %j', (live, obstacle) => {
    const action = planWanted(kubevirt, live);
    expect(action).toMatchObject({ verb: 'wait', obstacle });
    expect(isSettled([action])).toBe(true);
  });

  it('that is as it should be stays, with what others have put on it', () => {
    const live = stored(kubevirt, { metadata: { labels: { mine: 'yes' }, finalizers: ['f'] }, status: {} });
    expect(planWanted(kubevirt, present(live, 'kubectl-edit'))).toMatchObject({ verb: 'unchanged' });
  });

  it.each<[string, JsonObject]>([
    ['metadata.labels', { metadata: { labels: { app: 'x' } } }],
    ['metadata.ownerReferences', { metadata: { ownerReferences: [] } }],
    ['spec', { spec: { more: 1 } }],
    ['spec', { spec: { configuration: null } }],
  ])('is put right where %s is otherwise', (_, change) => {
    const action = planWanted(kubevirt, present(stored(kubevirt, change)));
    expect(action).toMatchObject({ verb: 'update' });
    expect(isSettled([action])).toBe(false);
  });
});

describe('who changed it', () => {
  const wrong = stored(kubevirt, { spec: { imagePullPolicy: 'Never' } });
  const right = stored(kubevirt);
  const rememberedNow = remember(kubevirt, right, as);
  const before: Rendered = { ...kubevirt, manifest: merged(kubevirt.manifest, { spec: { former: 1 } }) };
  const rememberedBefore = remember(before, stored(before), as);

  it.each<[string, Live, Remembered | undefined, string]>([
    ['a stranger, by what was answered', present(wrong), rememberedNow, 'drift'],
    ['a stranger, by who wrote it', present(wrong, 'kubectl-edit'), undefined, 'drift'],
    ['we, where only we wrote it', present(wrong), undefined, 'specChanged'],
    ['we, where it is as answered', present(stored(before)), rememberedBefore, 'specChanged'],
    [
      'we, whoever else wrote it, where it is as answered',
      present(stored(before), 'kubectl-edit'),
      rememberedBefore,
      'specChanged',
    ],
    [
      'we, for nothing is known of this object',
      present(wrong),
      { ...rememberedNow, uid: 'u-0' },
      'specChanged',
    ],
  ])('is %s', (_, live, remembered, reason) => {
    expect(planWanted(kubevirt, live, remembered)).toMatchObject({ verb: 'update', reason });
  });

  it('is the server, which insists: nothing is written while the same is wanted', () => {
    const insisted = stored(kubevirt, { spec: { byWebhook: true } });
    const learned = remember(kubevirt, insisted, as);
    expect(planWanted(kubevirt, present(insisted), learned).verb).toBe('unchanged');
    expect(planWanted(before, present(insisted), learned)).toMatchObject({
      verb: 'update',
      reason: 'specChanged',
    });
    const anew = merged(insisted, { metadata: { uid: 'u-2' } });
    expect(planWanted(kubevirt, present(anew), learned).verb).toBe('update');
    const worse = merged(insisted, { spec: { byStranger: true } });
    expect(planWanted(kubevirt, present(worse), learned)).toMatchObject({ reason: 'drift' });
  });

  it('is learned anew where the answer to a write was lost', () => {
    expect(planWanted(kubevirt, present(right), rememberedBefore)).toEqual({
      operand: kubevirt.operand,
      key: objectKey(kubevirt.manifest),
      verb: 'unchanged',
      learned: rememberedNow,
    });
    expect(planWanted(kubevirt, present(right), rememberedNow)).not.toHaveProperty('learned');
    expect(planWanted(kubevirt, present(right))).not.toHaveProperty('learned');
    expect(planWanted(kubevirt, present(right), { ...rememberedBefore, uid: 'u-0' })).not.toHaveProperty(
      'learned',
    );
  });

  it('is remembered of an object, by what was wanted and what was answered', () => {
    expect(rememberedNow.uid).toBe('u-1');
    expect(rememberedNow.wanted).toBe(rememberedNow.answered);
    const insisted = remember(kubevirt, stored(kubevirt, { spec: { byWebhook: true } }), as);
    expect(insisted.wanted).toBe(rememberedNow.wanted);
    expect(insisted.answered).not.toBe(rememberedNow.answered);
    expect(remember(kubevirt, kubevirt.manifest, as).uid).toBe('');
  });
});

describe('an object that must not be', () => {
  const app = 'kubevirt-hyperconverged';

  it('is deleted as it was looked at, if it is ours', () => {
    const live = stored(kubevirt);
    expect(planUnwanted(kubevirt, present(live))).toEqual([
      {
        operand: kubevirt.operand,
        key: objectKey(kubevirt.manifest),
        verb: 'delete',
        reason: 'notWanted',
        live,
      },
    ]);
  });

  it.each<[string, Live, readonly string[]]>([
    ['of somebody else', present(stored(kubevirt, { metadata: { labels: { app: 'x' } } })), []],
    ['without labels', present(stored(kubevirt, { metadata: { labels: null } })), []],
    ['that is not read', { state: 'unknown' }, []],
    ['that is not there', { state: 'absent' }, []],
    ['of a kind that is not there', { state: 'notServed', definition: 'd' }, []],
    ['that is going', present(going), ['wait']],
    ['that may not be read', { state: 'forbidden', message: 'no' }, ['wait']],
  ])('%s: %j', (_, live, verbs) => {
    expect(planUnwanted(kubevirt, live).map(({ verb }) => verb)).toEqual(verbs);
  });

  it('is told by the label that all of ours have', () => {
    for (const { manifest } of everything) expect(metadataOf(manifest).labels).toMatchObject({ app });
  });
});

describe('what differs', () => {
  const differencesOf = (kind: string, change: JsonObject) => {
    const action = planWanted(renderedOf(kind), present(stored(renderedOf(kind), change)));
    return 'differences' in action ? action.differences : [];
  };

  it.each<[string, JsonObject, JsonObject]>([
    [
      'KubeVirt',
      { metadata: { labels: { app: 'x' } } },
      { before: 'x', cause: { kind: 'opinion', because: 'tells which objects are ours' } },
    ],
    [
      'KubeVirt',
      { metadata: { ownerReferences: [] } },
      { before: [], cause: { kind: 'opinion', because: 'tells which objects are ours' } },
    ],
    // the cause of a whole is that of its member
    [
      'DaemonSet',
      { spec: { selector: { matchLabels: { name: 'x' } } } },
      { before: 'x', cause: { kind: 'opinion', because: 'tells the pods of the installer apart' } },
    ],
    // and the other way round
    ['DaemonSet', { spec: { template: null } }, { path: ['spec', 'template'], cause: expect.anything() }],
    ['KubeVirt', { spec: { stray: 1 } }, { path: ['spec', 'stray'], before: 1, cause: undefined }],
  ])('is told with its cause: %s %j', (kind, change, difference) => {
    expect(differencesOf(kind, change)).toEqual([expect.objectContaining(difference)]);
  });
});

describe('names', () => {
  it.each([
    ['KubeVirt', 'KubeVirt/here/kubevirt-kubevirt-hyperconverged', 'kubevirt-kubevirt-hyperconverged'],
    ['NetworkAddonsConfig', 'NetworkAddonsConfig/cluster', 'networkaddonsconfig-cluster'],
    ['CDI', 'CDI/CDI-Mine', 'cdi-mine'],
    ['AAQ', 'AAQ/aaqmine', 'aaq-aaqmine'],
  ])('%s %s is counted as %s', (kind, key, name) => {
    const operand: Operand = { ...kubevirt.operand, kind };
    expect(componentName({ operand, key })).toBe(name);
  });

  it.each([
    [{ metadata: { uid: 'u' } }, 'u'],
    [{ metadata: { uid: 7 } }, ''],
    [{ metadata: {} }, ''],
    [{}, ''],
  ])('the uid of %j is %j', (object, uid) => {
    expect(uidOf(object)).toBe(uid);
  });
});
