import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { inputsOf } from '../config/admission.test-support.ts';
import { configure } from '../config/configure.ts';
import { desire } from '../config/desire.ts';
import { apiVersionOf, objectKey } from '../config/framework/operand.ts';
import type { Rendered } from '../config/render.ts';
import type { Action } from '../engine/plan/action.ts';
import type { Live } from './live.ts';
import type { OperandPlan } from './operand-plan.ts';
import { planOperands } from './plan-operands.ts';
import { type Remembered, remember } from './remember.ts';

const images = { passtCni: 'cni:1', passtSidecar: 'sidecar:1', waspAgent: 'wasp:1' };

const { operands: everything } = desire(
  configure(
    {
      written: {},
      spec: { enableApplicationAwareQuota: true, higherWorkloadDensity: { memoryOvercommitPercentage: 150 } },
      annotations: { 'hco.kubevirt.io/deployPasstNetworkBinding': 'true' },
    },
    inputsOf({ cluster: { platform: 'openshift' }, deployment: { images } }),
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

function planWanted(rendered: Rendered, live: Live, remembered?: Remembered): OperandPlan {
  return planOperands({
    wanted: [rendered],
    unwanted: [],
    live: () => live,
    remembered: (key) => (key === objectKey(rendered.manifest) ? remembered : undefined),
    defaulting: () => as,
  });
}

/** What is done about an object that is wanted: one thing, if any. */
function actionOn(rendered: Rendered, live: Live, remembered?: Remembered): Action | undefined {
  const { actions, findings } = planWanted(rendered, live, remembered);
  expect([actions.length <= 1, findings]).toEqual([true, []]);
  return actions[0];
}

function planUnwanted({ operand, manifest }: Rendered, live: Live): OperandPlan {
  return planOperands({
    wanted: [],
    unwanted: [{ operand, manifest, because: 'nobody asks for it' }],
    live: () => live,
    remembered: () => undefined,
    defaulting: () => as,
  });
}

const nothing: OperandPlan = { actions: [], findings: [], questions: [], wakeAt: undefined, learned: [] };

function seen({ operand, manifest }: Rendered) {
  const { name, namespace } = metadataOf(manifest);
  const place = namespace === undefined ? { name } : { name, namespace };
  return { apiVersion: apiVersionOf(operand), kind: operand.kind, ...place, ...identity };
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
    const action = actionOn(rendered, present(live));
    const metadata = metadataOf(rendered.manifest);
    expect(action).toMatchObject({
      kind: 'recreate',
      object: seen(rendered),
      body: { ...rendered.manifest, metadata: { ...metadata, labels: { mine: 'yes' } } },
    });
    // an object that is to be created has no version and is nobody's successor
    expect(action).not.toHaveProperty('body.metadata.uid');
    expect(action).not.toHaveProperty('body.metadata.resourceVersion');
  });

  it('is also what a later version may want', () => {
    const rendered = renderedOf('PriorityClass');
    const later = { ...rendered, manifest: { ...rendered.manifest, preemptionPolicy: 'Never' } };
    expect(actionOn(later, present(stored(rendered)))?.kind).toBe('recreate');
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
    const action = actionOn(rendered, present(live));
    // bound to what was looked at: another object or version is refused by the server
    expect(action).toMatchObject({ kind: 'edit', object: seen(rendered) });
  });
});

describe('a wanted object', () => {
  it('that is missing is made as it is wanted', () => {
    expect(planWanted(kubevirt, { state: 'absent' })).toEqual({
      ...nothing,
      actions: [{ kind: 'create', because: 'it is missing', object: kubevirt.manifest }],
    });
  });

  it.each<[Live, JsonObject]>([
    [{ state: 'unknown' }, { level: 'info', reason: 'Unread', message: 'it has not been read' }],
    [
      { state: 'forbidden', message: 'no' },
      { level: 'error', reason: 'Forbidden', message: 'no' },
    ],
    [
      { state: 'notServed', definition: 'd', lack: 'is going' },
      {
        level: 'error',
        reason: 'NotServed',
        message: 'the cluster has no d',
        definition: 'd',
        lack: 'is going',
      },
    ],
    [present(going), { level: 'info', reason: 'Terminating', message: 'it is being deleted' }],
  ])('is waited for: %j', (live, finding) => {
    const about = { at: objectKey(kubevirt.manifest), operand: 'KubeVirt' };
    expect(planWanted(kubevirt, live)).toEqual({ ...nothing, findings: [{ ...about, ...finding }] });
  });

  it('that is as it should be stays, with what others have put on it', () => {
    const live = stored(kubevirt, { metadata: { labels: { mine: 'yes' }, finalizers: ['f'] }, status: {} });
    expect(planWanted(kubevirt, present(live, 'kubectl-edit'))).toEqual(nothing);
  });

  it.each<[string, JsonObject]>([
    ['metadata.labels', { metadata: { labels: { app: 'x' } } }],
    ['metadata.ownerReferences', { metadata: { ownerReferences: [] } }],
    ['spec', { spec: { more: 1 } }],
    ['spec', { spec: { configuration: null } }],
  ])('is put right where %s is otherwise', (_, change) => {
    expect(actionOn(kubevirt, present(stored(kubevirt, change)))).toMatchObject({ kind: 'edit' });
  });
});

describe('who changed it', () => {
  const wrong = stored(kubevirt, { spec: { imagePullPolicy: 'Never' } });
  const right = stored(kubevirt);
  const rememberedNow = remember(kubevirt, right, as);
  const before: Rendered = { ...kubevirt, manifest: merged(kubevirt.manifest, { spec: { former: 1 } }) };
  const rememberedBefore = remember(before, stored(before), as);

  it.each<[string, Live, Remembered | undefined, boolean]>([
    ['a stranger, by what was answered', present(wrong), rememberedNow, true],
    ['a stranger, by who wrote it', present(wrong, 'kubectl-edit'), undefined, true],
    ['we, where only we wrote it', present(wrong), undefined, false],
    ['we, where it is as answered', present(stored(before)), rememberedBefore, false],
    [
      'we, whoever else wrote it, where it is as answered',
      present(stored(before), 'kubectl-edit'),
      rememberedBefore,
      false,
    ],
    ['we, for nothing is known of this object', present(wrong), { ...rememberedNow, uid: 'u-0' }, false],
  ])('is %s', (_, live, remembered, isRevert) => {
    const because = isRevert ? 'somebody else has changed it' : 'something else is wanted than before';
    expect(actionOn(kubevirt, live, remembered)).toMatchObject({ kind: 'edit', because, isRevert });
  });

  it('is the server, which insists: nothing is written while the same is wanted', () => {
    const insisted = stored(kubevirt, { spec: { byWebhook: true } });
    const learned = remember(kubevirt, insisted, as);
    expect(planWanted(kubevirt, present(insisted), learned)).toEqual(nothing);
    expect(actionOn(before, present(insisted), learned)).toMatchObject({ kind: 'edit', isRevert: false });
    const anew = merged(insisted, { metadata: { uid: 'u-2' } });
    expect(actionOn(kubevirt, present(anew), learned)?.kind).toBe('edit');
    const worse = merged(insisted, { spec: { byStranger: true } });
    expect(actionOn(kubevirt, present(worse), learned)).toMatchObject({ isRevert: true });
  });

  it('and by which setting is computed for who asks, after the write', () => {
    let asked = 0;
    const counted: Rendered = {
      ...kubevirt,
      get causes() {
        asked += 1;
        return kubevirt.causes;
      },
    };
    const action = actionOn(counted, present(wrong), rememberedNow);
    expect(asked).toBe(0);
    const changes = action !== undefined && 'changes' in action ? action.changes : [];
    expect(changes.map(({ path }) => path)).toEqual([['spec', 'imagePullPolicy']]);
    expect(asked).toBeGreaterThan(0);
  });

  it('is learned anew where the answer to a write was lost', () => {
    const { operand, manifest } = kubevirt;
    expect(planWanted(kubevirt, present(right), rememberedBefore)).toEqual({
      ...nothing,
      learned: [{ operand, object: objectKey(manifest), remembered: rememberedNow }],
    });
    expect(planWanted(kubevirt, present(right), rememberedNow)).toEqual(nothing);
    expect(planWanted(kubevirt, present(right))).toEqual(nothing);
    expect(planWanted(kubevirt, present(right), { ...rememberedBefore, uid: 'u-0' })).toEqual(nothing);
  });

  it('is remembered of an object, by what was wanted and what was answered', () => {
    expect(rememberedNow.uid).toBe('u-1');
    expect(rememberedNow.wanted).toEqual(rememberedNow.answered);
    const insisted = remember(kubevirt, stored(kubevirt, { spec: { byWebhook: true } }), as);
    expect(insisted.wanted).toEqual(rememberedNow.wanted);
    expect(insisted.answered).not.toEqual(rememberedNow.answered);
    expect(remember(kubevirt, kubevirt.manifest, as).uid).toBe('');
  });
});

describe('an object that must not be', () => {
  const app = 'kubevirt-hyperconverged';

  it('is deleted as it was looked at, if it is ours', () => {
    const because = 'nobody asks for it';
    const object = seen(kubevirt);
    expect(planUnwanted(kubevirt, present(stored(kubevirt)))).toEqual({
      ...nothing,
      actions: [{ kind: 'delete', because, object, precondition: 'uid' }],
    });
  });

  it.each<[string, Live, readonly string[]]>([
    ['of somebody else', present(stored(kubevirt, { metadata: { labels: { app: 'x' } } })), []],
    ['without labels', present(stored(kubevirt, { metadata: { labels: null } })), []],
    ['that is not read', { state: 'unknown' }, []],
    ['that is not there', { state: 'absent' }, []],
    ['of a kind that is not there', { state: 'notServed', definition: 'd' }, []],
    ['that is going', present(going), ['Terminating']],
    ['that may not be read', { state: 'forbidden', message: 'no' }, ['Forbidden']],
  ])('%s: %j', (_, live, reasons) => {
    const { actions, findings } = planUnwanted(kubevirt, live);
    expect([actions, findings.map(({ reason }) => reason)]).toEqual([[], reasons]);
  });

  it('is told by the label that all of ours have', () => {
    for (const { manifest } of everything) expect(metadataOf(manifest).labels).toMatchObject({ app });
  });
});

describe('what differs', () => {
  const differencesOf = (kind: string, change: JsonObject) => {
    const action = actionOn(renderedOf(kind), present(stored(renderedOf(kind), change)));
    return action !== undefined && 'changes' in action ? action.changes : [];
  };

  it.each<[string, JsonObject, JsonObject]>([
    [
      'KubeVirt',
      { metadata: { labels: { app: 'x' } } },
      { before: 'x', because: 'opinion: tells which objects are ours' },
    ],
    [
      'KubeVirt',
      { metadata: { ownerReferences: [] } },
      { before: [], because: 'opinion: tells which objects are ours' },
    ],
    // the cause of a whole is that of its member
    [
      'DaemonSet',
      { spec: { selector: { matchLabels: { name: 'x' } } } },
      { before: 'x', because: 'opinion: tells the pods of the installer apart' },
    ],
    // and the other way round
    [
      'DaemonSet',
      { spec: { template: null } },
      { path: ['spec', 'template'], because: expect.stringMatching(/./) },
    ],
    ['KubeVirt', { spec: { stray: 1 } }, { path: ['spec', 'stray'], before: 1, because: undefined }],
  ])('is told with its cause: %s %j', (kind, change, difference) => {
    expect(differencesOf(kind, change)).toEqual([expect.objectContaining(difference)]);
  });
});

describe('a role that comes with the installation', () => {
  const role = renderedOf('ClusterRole');
  const installed = { metadata: { labels: { app: 'archipelago' } } };
  const other = { rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['list'] }] };

  it('is used as it is, whoever wrote it', () => {
    expect(planWanted(role, present(stored(role, installed), 'kubectl'))).toEqual(nothing);
    const ofAnother = { metadata: { labels: { 'app.kubernetes.io/version': '0' } } };
    expect(planWanted(role, present(stored(role, ofAnother)))).toEqual(nothing);
  });

  it('that gives something else is put right, as far as the operator may', () => {
    const { actions } = planWanted(role, present(stored(role, { ...installed, ...other }), 'kubectl'));
    expect(actions.map(({ kind }) => kind)).toEqual(['edit']);
  });

  it('stays where nobody asks for it, whatever its labels', () => {
    expect(planUnwanted(role, present(stored(role, installed)))).toEqual(nothing);
    expect(planUnwanted(role, present(stored(role)))).toEqual(nothing);
  });
});
