import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import type { Inputs } from '../cluster-facts/inputs.ts';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { configure } from '../config/configure.ts';
import { type Desired, desire } from '../config/desire.ts';
import type { Failure } from './failure.ts';
import { ownRelease } from './own-release.ts';
import {
  blockedStatus,
  initialStatus,
  isUpgrading,
  patchOperations,
  statusOf,
  statusPatch,
} from './status.ts';

const now = '2026-01-02T00:00:00Z';
const { version } = standardInputs.deployment;
const ours = [{ name: 'operator', version }];
const whole = [...ours, { name: 'archipelago', version: ownRelease }];
const former = [{ name: 'operator', version: '1.0.0' }];
const desired = desiredOn(standardInputs);

function desiredOn(inputs: Inputs, annotations: Readonly<Record<string, string>> = {}): Desired {
  const owner = { name: 'kubevirt-hyperconverged', namespace: 'here', uid: 'u' };
  return desire(configure({ written: {}, spec: {}, annotations }, inputs), owner);
}

function conditions(available: boolean): readonly JsonValue[] {
  return [{ type: 'Available', status: available ? 'True' : 'False', message: 'said so' }];
}

interface Given {
  readonly previous?: JsonObject;
  readonly available?: boolean;
  readonly failures?: readonly Failure[];
  readonly related?: readonly JsonObject[];
  readonly annotations?: Readonly<Record<string, string>>;
  readonly on?: Desired;
}

function status({ previous = {}, available = true, ...given }: Given): JsonObject {
  return statusOf({
    desired: given.on ?? desiredOn(standardInputs, given.annotations),
    reports: [
      { kind: 'KubeVirt', conditions: conditions(true) },
      { kind: 'CDI', conditions: conditions(available) },
    ],
    failures: given.failures ?? [],
    related: given.related ?? [],
    generation: 3,
    previous,
    now,
  });
}

function conditionOf(whole: JsonObject, type: string): JsonObject {
  const list: readonly JsonValue[] = Array.isArray(whole.conditions) ? whole.conditions : [];
  return list.filter(isJsonObject).find((each) => each.type === type) ?? {};
}

const failed: Failure = { kind: 'failed', message: 'it broke' };

describe('an upgrade', () => {
  it.each<[JsonObject, boolean]>([
    [{ versions: former }, true],
    [{ versions: [{ name: 'other', version: 'x' }, ...former] }, true],
    [{ versions: [{ name: 'operator' }] }, true],
    [{ versions: ours }, false],
    [{ versions: [{ name: 'other', version: '1.0.0' }, ...ours] }, false],
    [{ versions: [] }, false],
    [{ versions: 'x' }, false],
    [{}, false],
  ])('is going on while the status says %j: %s', (previous, expected) => {
    expect(isUpgrading(previous, version)).toBe(expected);
  });

  it.each<[string, Given]>([
    ['an operand is not there yet', { available: false }],
    ['something failed', { failures: [failed] }],
  ])('lasts while %s: the former version stays, and nobody is told to upgrade', (_, given) => {
    const told = status({ previous: { versions: former }, ...given });
    expect(told.versions).toEqual(former);
    expect(conditionOf(told, 'Progressing')).toMatchObject({ status: 'True', reason: 'HCOUpgrading' });
    expect(conditionOf(told, 'Upgradeable').status).not.toBe('True');
  });

  it('does not make an operand that is down an error of the whole', () => {
    expect(status({ previous: { versions: former }, available: false }).systemHealthStatus).toBe('healthy');
    expect(status({ previous: { versions: ours }, available: false }).systemHealthStatus).toBe('error');
  });

  it('is over when all are there', () => {
    const told = status({ previous: { versions: former } });
    expect(told).toMatchObject({ versions: whole, systemHealthStatus: 'healthy' });
    expect(conditionOf(told, 'Progressing')).toMatchObject({ status: 'False' });
    expect(conditionOf(told, 'Upgradeable')).toMatchObject({ status: 'True' });
  });

  it('of Archipelago alone comes to its end with the operands, too', () => {
    const before = [...ours, { name: 'archipelago', version: '0.0.1' }];
    expect(status({ previous: { versions: before }, available: false }).versions).toEqual(before);
    expect(status({ previous: { versions: before } }).versions).toEqual(whole);
  });

  it('does not begin by itself', () => {
    const told = status({ previous: {}, available: false });
    expect(told.versions).toEqual(ours);
    expect(conditionOf(told, 'Progressing')).toMatchObject({ status: 'False' });
  });
});

describe('a status', () => {
  it('tells what it is about', () => {
    const object = {
      apiVersion: 'kubevirt.io/v1',
      kind: 'KubeVirt',
      metadata: { name: 'kv', namespace: 'here', uid: 'u-1', resourceVersion: '7' },
    };
    const cluster = { apiVersion: 'v1', kind: 'CDI', metadata: { name: 'cdi', uid: 'u-2' } };
    expect(status({ related: [object, cluster] })).toMatchObject({
      observedGeneration: 3,
      relatedObjects: [
        { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', name: 'kv', namespace: 'here', uid: 'u-1' },
        { apiVersion: 'v1', kind: 'CDI', name: 'cdi', uid: 'u-2' },
      ],
      nodeInfo: { controlPlaneArchitectures: ['amd64'], workloadsArchitectures: ['amd64'] },
      infrastructureHighlyAvailable: desired.facts.infrastructureHighlyAvailable,
      dataImportSchedule: standardInputs.memory.dataImportSchedule,
    });
    const related = status({ related: [object] }).relatedObjects;
    expect(related).toEqual([expect.not.objectContaining({ resourceVersion: '7' })]);
  });

  it('has nothing empty in it', () => {
    const told = status({
      on: desiredOn({
        ...standardInputs,
        facts: { ...standardInputs.facts, nodes: [] },
        memory: { dataImportSchedule: '' },
      }),
    });
    expect(told.dataImportSchedule).toBeUndefined();
    expect(told.dataImportCronTemplates).toBeUndefined();
    expect(told.nodeInfo).toEqual({});
  });

  it('keeps conditions of others, and the time of ours', () => {
    const theirs = { type: 'SomebodyElse', status: 'True' };
    const since = { type: 'Available', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' };
    const told = status({ previous: { conditions: [theirs, since] } });
    expect(conditionOf(told, 'SomebodyElse')).toEqual(theirs);
    expect(conditionOf(told, 'Available').lastTransitionTime).toBe(since.lastTransitionTime);
    expect(conditionOf(told, 'Degraded').lastTransitionTime).toBe(now);
  });

  it('is tainted while a patch annotation is in effect, and only then', () => {
    const key = 'kubevirt.kubevirt.io/jsonpatch';
    const one = '[{"op":"add","path":"/spec/imagePullPolicy","value":"Always"}]';
    for (const [text, count] of [
      [one, 1],
      ['[]', 0],
      ['no JSON', 0],
    ] as const) {
      expect(patchOperations({ [key]: text })).toMatchObject({ [key]: count });
      const told = status({ annotations: { [key]: text } });
      expect(conditionOf(told, 'TaintedConfiguration').status).toBe(count > 0 ? 'True' : undefined);
    }
    expect(Object.values(patchOperations({}))).toEqual(Object.values(patchOperations({})).map(() => 0));
    expect(Object.keys(patchOperations({}))).toContain(key);
  });
});

describe('a status before anything was looked at', () => {
  it('names our version, so that no upgrade is taken for going on', () => {
    const told = initialStatus({ previous: {}, now, dataImportSchedule: '1 2/12 * * *', version });
    expect(told).toMatchObject({
      versions: ours,
      dataImportSchedule: '1 2/12 * * *',
      systemHealthStatus: 'error',
    });
    expect(isUpgrading(told, version)).toBe(false);
    expect(conditionOf(told, 'Upgradeable')).toMatchObject({ status: 'Unknown', lastTransitionTime: now });
  });
});

describe('a status while not even the facts may be read', () => {
  const failures: readonly Failure[] = [
    { kind: 'forbidden', message: 'may not list nodes', fix: 'grant it', unseen: 'the cluster' },
  ];
  const tainted = { type: 'TaintedConfiguration', status: 'True', lastTransitionTime: now };

  it('says that nothing is known, and touches nothing else', () => {
    const told = blockedStatus({ previous: {}, now, failures });
    expect(Object.keys(told).sort()).toEqual(['conditions', 'systemHealthStatus']);
    expect(told.systemHealthStatus).toBe('error');
    const said = (type: string) => {
      const { status: is, reason } = conditionOf(told, type);
      return `${String(is)} ${String(reason)}`;
    };
    expect(said('ReconcileComplete')).toBe('False PermissionsMissing');
    expect(said('Available')).toBe('Unknown PermissionsMissing');
    expect(said('Progressing')).toBe('Unknown PermissionsMissing');
    expect(said('Upgradeable')).toBe('False PermissionsMissing');
    expect(said('TaintedConfiguration')).toBe('undefined undefined');
    expect(conditionOf(told, 'Progressing').message).toBe('may not list nodes; grant it');
  });

  it.each<[JsonValue, boolean]>([
    [[tainted], true],
    [[{ ...tainted, status: 'False' }], false],
    [[{ ...tainted, type: 'Available' }], false],
    ['x', false],
  ])('is tainted if it was: %j %s', (before, expected) => {
    const told = blockedStatus({ previous: { conditions: before }, now, failures });
    expect(conditionOf(told, 'TaintedConfiguration').status === 'True').toBe(expected);
  });
});

describe('a patch of the status', () => {
  it('leaves members of others alone, takes back ours, and removes what is no longer so', () => {
    const previous = { theirs: 1, dataImportSchedule: 'x', nodeInfo: { theirs: 1 }, observedGeneration: 2 };
    const wanted = { dataImportSchedule: undefined, nodeInfo: {}, observedGeneration: 3, versions: ours };
    expect(statusPatch(previous, wanted)).toEqual({
      dataImportSchedule: null,
      nodeInfo: { theirs: null },
      observedGeneration: 3,
      versions: ours,
    });
    expect(statusPatch({ ...previous, ...wanted }, wanted)).toBeUndefined();
  });
});
