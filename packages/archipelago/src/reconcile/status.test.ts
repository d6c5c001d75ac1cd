import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import { afterAll, describe, expect, it } from 'vitest';
import { vectorsOf } from '../../../../test/support/vectors.ts';
import { parseClusterFacts } from '../cluster-facts/parse-cluster-facts.ts';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { admissionDefaults } from '../config/admission-defaults.ts';
import { annotationsOf } from '../config/annotations-of.ts';
import { configure } from '../config/configure.ts';
import { deriveFacts } from '../config/derive-facts.ts';
import { type Desired, desire } from '../config/desire.ts';
import { settings } from '../config/settings.ts';
import { initialStatus, statusOf, statusPatch } from './status.ts';

const available: readonly JsonObject[] = ['Available', 'Progressing', 'Degraded'].map((type) => ({
  type,
  status: type === 'Available' ? 'True' : 'False',
}));

interface Vector {
  readonly cluster: JsonObject;
  readonly input: JsonObject;
  readonly defaulted: JsonObject;
  readonly refused?: JsonObject;
  readonly status: JsonObject;
  readonly statusBeforeOperandsReport: JsonObject;
}

const vectors = vectorsOf('render') as unknown as readonly (readonly [name: string, vector: Vector])[];

function desiredOf({ cluster, input, defaulted }: Vector): Desired {
  const parsed = parseClusterFacts(cluster);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const given = object(defaulted.spec);
  const facts = deriveFacts(parsed.inputs.facts, valueAt(given, 'workloads', 'nodePlacement'));
  const configuration = {
    written: object(input.spec),
    spec: admissionDefaults(settings, given, facts),
    annotations: annotationsOf(input),
  };
  const owner = { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged', uid: 'u' };
  return desire(configure(configuration, parsed.inputs), owner);
}

function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Reason, type and status are compared; times and the wording are not. */
function comparable(status: JsonObject): JsonObject {
  const conditions = (status.conditions as readonly JsonObject[]).map(({ type, status: is, reason }) => ({
    type,
    status: is,
    reason,
  }));
  const { dataImportCronTemplates, infrastructureHighlyAvailable, nodeInfo, systemHealthStatus } = status;
  return JSON.parse(
    JSON.stringify({
      conditions,
      dataImportCronTemplates: dataImportCronTemplates ?? undefined,
      infrastructureHighlyAvailable,
      nodeInfo,
      systemHealthStatus,
    }),
  );
}

function reported(desired: Desired, of: (kind: string) => readonly JsonValue[]) {
  return desired.operands
    .filter(({ operand }) => operand.reportsConditions)
    .map(({ operand }) => ({ kind: operand.kind, conditions: of(operand.kind) }));
}

const input = (desired: Desired) => ({
  desired,
  failures: [],
  related: [],
  generation: 1,
  previous: {},
  now: '2026-01-01T00:00:00Z',
});

describe('status of the render vectors', () => {
  let passed = 0;
  afterAll(() => console.log(`render vectors, status: ${passed} passed`));
  for (const [name, vector] of vectors) {
    if (vector.refused !== undefined) continue;
    it(name, () => {
      const desired = desiredOf(vector);
      const written = object(vector.cluster.operandConditions);
      const steady = reported(desired, (kind) => {
        const conditions = written[kind];
        return Array.isArray(conditions) ? conditions : available;
      });
      expect(comparable(statusOf({ ...input(desired), reports: steady }))).toEqual(comparable(vector.status));
      const silent = reported(desired, () => []);
      expect(comparable(statusOf({ ...input(desired), reports: silent }))).toEqual(
        comparable(vector.statusBeforeOperandsReport),
      );
      passed += 1;
    });
  }
});

describe('status patch', () => {
  const at = (now: string, previous: JsonObject) =>
    initialStatus({ previous, now, dataImportSchedule: '1 2/12 * * *', version: '1.16.0' });

  it('is empty when only time has passed', () => {
    const first = at('2026-01-01T00:00:00Z', {});
    expect(statusPatch(first, at('2026-01-01T00:00:09Z', first))).toBeUndefined();
  });

  it('removes what is no longer so, and keeps conditions of others', () => {
    const previous: JsonObject = {
      ...at('2026-01-01T00:00:00Z', {}),
      dataImportCronTemplates: [{}],
    };
    const theirs = { type: 'SomebodyElse', status: 'True' };
    const conditions = [...(previous.conditions as readonly JsonObject[]), theirs];
    const patch = statusPatch(
      { ...previous, conditions },
      { ...at('2026-01-01T00:00:09Z', { ...previous, conditions }), dataImportCronTemplates: undefined },
    );
    expect(patch).toEqual({ dataImportCronTemplates: null });
  });
});

describe('a status that would be too large', () => {
  const openShift = { ...standardInputs, facts: { ...standardInputs.facts, platform: 'openshift' as const } };
  const templatesOf = (count: number): JsonObject[] =>
    Array.from({ length: count }, (_, index) => ({
      metadata: { name: `image-${String(index).padStart(4, '0')}` },
      spec: {
        managedDataSource: `image-${index}`,
        schedule: '0 */12 * * *',
        template: {
          spec: { source: { registry: { url: `docker://registry.test/image-${index}:1` } }, storage: {} },
        },
      },
    }));
  const listed = (count: number) => {
    const spec = { enableCommonBootImageImport: false, dataImportCronTemplates: templatesOf(count) };
    const configuration = { written: spec, spec, annotations: {} };
    const owner = { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged', uid: 'u' };
    const desired = desire(configure(configuration, openShift), owner);
    const status = statusOf({
      desired,
      reports: [],
      failures: [],
      related: [],
      generation: 1,
      previous: {},
      now: '2026-01-01T00:00:00Z',
    });
    return (status.dataImportCronTemplates ?? []) as readonly JsonObject[];
  };

  it('lists the first golden images that fit, in their order', () => {
    const shown = listed(2_200);
    expect(shown.length).toBeGreaterThan(500);
    expect(shown.length).toBeLessThan(2_200);
    expect(JSON.stringify(shown).length).toBeLessThan(530 * 1024);
    const names = shown.map((entry) => valueAt(entry, 'metadata', 'name'));
    expect(names).toEqual(templatesOf(shown.length).map((entry) => valueAt(entry, 'metadata', 'name')));
  });

  it('lists all where they fit', () => {
    expect(listed(300)).toHaveLength(300);
  });
});
