import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type JsonObject,
  type JsonValue,
  listAt,
  marshal,
  objectAt,
  parseStructuralSchema,
  type StructuralSchema,
  textAt,
} from '@archipelago/apimachinery';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf, vectorsFolder } from '../../../../test/support/vectors.ts';
import { applyServerSide } from './apply-server-side.ts';
import { FieldSet } from './field-set.ts';
import { parseFieldsV1, printFieldsV1 } from './fields-v1.ts';
import { managedFieldsOf } from './managed-object.ts';
import { capUpdaters, type Manager, managerId } from './managers.ts';
import { OneObject, type Outcome } from './one-object.test-support.ts';
import { trackUpdate } from './track-update.ts';

function object(value: JsonValue | undefined): JsonObject {
  return objectAt(value);
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return listAt(value);
}

const definition = new URL('kubernetes/ssa/crds/Widget.json', vectorsFolder);

function widgetSchema(): StructuralSchema {
  const crd = JSON.parse(readFileSync(fileURLToPath(definition), 'utf8'));
  const parsed = parseStructuralSchema(crd.spec.versions[0].schema.openAPIV3Schema);
  if (!parsed.ok) throw new Error('the schema of the vectors is refused');
  return parsed.schema;
}

const hidden = new Set([
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'resourceVersion',
  'generation',
  'managedFields',
]);

/** The object as the vectors show it. */
function shown(stored: JsonObject): JsonObject {
  const metadata = Object.entries(object(stored.metadata)).filter(([name]) => !hidden.has(name));
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...rest } = stored;
  return metadata.length === 0 ? rest : { ...rest, metadata: Object.fromEntries(metadata) };
}

function entryText(entry: JsonValue): string {
  const { time: _time, fieldsType: _type, ...rest } = object(entry);
  return JSON.stringify(Object.entries(rest).sort());
}

function checkStep(outcome: Outcome, expected: JsonObject, message: string): void {
  expect(outcome.status, message).toBe(expected.httpStatus);
  if ('object' in outcome) {
    expect(shown(outcome.object), message).toEqual(expected.object);
    expect(outcome.object.apiVersion, message).toBe(expected.apiVersion);
    expect(object(outcome.object.metadata).generation, message).toBe(expected.generation);
    const entries = list(managedFieldsOf(outcome.object)).map((entry) => {
      const { time: _time, fieldsType: _type, ...rest } = object(entry);
      return rest;
    });
    const order = (one: JsonValue, other: JsonValue) => (entryText(one) < entryText(other) ? -1 : 1);
    expect([...entries].sort(order), message).toEqual([...list(expected.managedFields)].sort(order));
    return;
  }
  expect(outcome.reason, message).toBe(expected.reason);
  if (expected.message !== undefined) expect(outcome.message, message).toBe(expected.message);
  if (expected.conflicts !== undefined) {
    const sorted = [...outcome.causes].sort((left, right) =>
      `${left.field} ${left.message}` < `${right.field} ${right.message}` ? -1 : 1,
    );
    expect(sorted, message).toEqual(expected.conflicts);
  }
  if (expected.errors !== undefined) {
    const errors = (outcome.errors ?? [])
      .map(({ field, type, message: text }) => ({ field, type, message: text }))
      .sort((left, right) => (left.field < right.field ? -1 : 1));
    expect(errors, message).toEqual(expected.errors);
  }
}

describe('measured server-side apply', () => {
  test.each(['basic', 'empty', 'lists', 'matrix', 'status', 'untyped', 'versions'])('%s', (group) => {
    const schema = widgetSchema();
    const cases = casesOf(`kubernetes/ssa/${group}`);
    const failures: string[] = [];
    let steps = 0;
    for (const vector of cases) {
      const server = new OneObject(schema);
      try {
        for (const [index, item] of list(vector.steps).entries()) {
          const step = object(item);
          steps++;
          const outcome = server.run({
            op: String(step.op),
            manager: String(step.manager),
            force: step.force === true,
            apiVersion: `t.example.com/${step.version}`,
            subresource: textAt(step, 'subresource'),
            body: step.object ?? step.patch ?? null,
          });
          checkStep(outcome, object(step.expect), `${vector.name} step ${index + 1}`);
        }
      } catch (error) {
        failures.push(`${vector.name}: ${error instanceof Error ? `${error.message}` : error}`);
      }
    }
    console.log(
      `ssa vectors, ${group}: ${cases.length - failures.length} passed, ${failures.length} failed, ${steps} steps`,
    );
    expect(failures).toEqual([]);
  });
});

describe('server-side apply', () => {
  const base = { schema: undefined, time: '2024-01-01T00:00:00Z', force: false };
  const named = (spec: JsonValue): JsonObject => ({
    apiVersion: 'g/v1',
    kind: 'K',
    metadata: { name: 'n', namespace: 'ns' },
    spec,
  });

  test('applying the same twice changes nothing, not even the times', () => {
    const leaf = fc.constantFrom<JsonValue>(null, 1, 'x', true);
    const spec = fc.letrec<{ spec: JsonValue }>((tie) => ({
      spec: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(leaf, { maxLength: 2 }),
        fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'c.d/e'), tie('spec'), { maxKeys: 3 }),
      ),
    })).spec;
    fc.assert(
      fc.property(spec, spec, (mine, theirs) => {
        const first = applyServerSide({ ...base, live: undefined, applied: named(theirs), manager: 'other' });
        if (!first.ok) throw new Error(first.message);
        const request = { ...base, applied: named(mine), manager: 'm', force: true };
        const once = applyServerSide({ ...request, live: first.object });
        if (!once.ok) throw new Error(once.message);
        const frozen = marshal(once.object);
        const twice = applyServerSide({ ...request, live: once.object, time: '2025-01-01T00:00:00Z' });
        expect(twice.ok && marshal(twice.object)).toBe(frozen);
        expect(marshal(once.object)).toBe(frozen);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  test.each<readonly [JsonValue, JsonValue]>([
    [{ a: { b: { c: 1 } } }, { a: {} }],
    [{ a: { b: { c: 1 } } }, { a: { b: {} } }],
    [{ a: { d: { x: 'y' } } }, { a: { d: {} } }],
    [{ a: { l: [{ name: 'n', b: 1 }] } }, { a: { l: [{ name: 'n' }] } }],
    [{ a: { b: { c: 1 } } }, {}],
  ])('of %j, %j applied by the same manager leaves just that, and again changes nothing', (first, then) => {
    const integer: StructuralSchema = { type: 'integer' };
    const list: StructuralSchema = {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { type: 'object', properties: { name: { type: 'string' }, b: integer } },
    };
    const members: Record<string, StructuralSchema> = {
      b: { type: 'object', properties: { c: integer } },
      d: { type: 'object', additionalProperties: { type: 'string' } },
      l: list,
    };
    const spec = { type: 'object', properties: { a: { type: 'object', properties: members } } };
    const schema = { type: 'object', properties: { spec } };
    const apply = (live: JsonObject | undefined, applied: JsonValue): JsonObject => {
      const result = applyServerSide({ ...base, schema, live, applied: named(applied), manager: 'm' });
      if (!result.ok) throw new Error(result.message);
      return result.object;
    };
    const once = apply(apply(undefined, first), then);
    expect(once.spec).toEqual(then);
    expect(apply(once, then)).toEqual(once);
  });

  test('an unknown field is refused with its path', () => {
    const schema: StructuralSchema = {
      type: 'object',
      properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } },
    };
    const result = applyServerSide({
      ...base,
      schema,
      live: undefined,
      applied: named({ b: 1 }),
      manager: 'm',
    });
    expect(result).toEqual({
      ok: false,
      status: 500,
      message:
        'failed to create typed patch object (ns/n; g/v1, Kind=K): .spec.b: field not declared in schema',
      causes: [],
    });
  });

  test('a version that is no longer served takes its managers with it', () => {
    const first = applyServerSide({ ...base, live: undefined, applied: named({ a: 1 }), manager: 'm' });
    if (!first.ok) throw new Error(first.message);
    const second = applyServerSide({
      ...base,
      live: first.object,
      applied: { ...named({ b: 1 }), apiVersion: 'g/v2' },
      manager: 'other',
      schemaOf: () => undefined,
    });
    const entries = second.ok ? list(managedFieldsOf(second.object)) : [];
    expect(entries.map((entry) => object(entry).manager)).toEqual(['other']);
  });

  test('a conflict with a subresource names it', () => {
    const created = applyServerSide({
      ...base,
      live: undefined,
      applied: named({ a: 1 }),
      manager: 'm',
      subresource: 'scale',
    });
    if (!created.ok) throw new Error(created.message);
    const result = applyServerSide({ ...base, live: created.object, applied: named({ a: 2 }), manager: 'o' });
    expect(result).toMatchObject({
      status: 409,
      message: 'Apply failed with 1 conflict: conflict with "m" with subresource "scale": .spec.a',
    });
  });
});

describe('kubectl after its client-side apply', () => {
  const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
  const sent = (data: JsonObject): JsonObject => ({
    apiVersion: 'v1',
    kind: 'K',
    metadata: { name: 'n' },
    data,
  });
  const live = trackUpdate({
    schema: undefined,
    manager: 'kubectl-client-side-apply',
    time: '2024-01-01T00:00:00Z',
    live: undefined,
    updated: {
      ...sent({ a: '1', b: 'changed since' }),
      metadata: { name: 'n', annotations: { [annotation]: JSON.stringify(sent({ a: '1', b: '1' })) } },
    },
  });
  const request = { schema: undefined, live, force: false, time: '2024-01-01T00:00:01Z' };

  test('takes over what it had set, and renews the annotation', () => {
    const result = applyServerSide({ ...request, manager: 'kubectl', applied: sent({ a: '2' }) });
    const metadata = result.ok ? object(result.object.metadata) : {};
    expect(object(metadata.annotations)[annotation]).toBe(
      '{"apiVersion":"v1","data":{"a":"2"},"kind":"K","metadata":{"name":"n"}}\n',
    );
  });

  test('is refused what somebody changed since', () => {
    const result = applyServerSide({ ...request, manager: 'kubectl', applied: sent({ a: '2', b: '2' }) });
    expect(result).toMatchObject({
      status: 409,
      message: 'Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using v1: .data.b',
    });
  });

  test('any other manager is refused all of it', () => {
    const result = applyServerSide({ ...request, manager: 'm', applied: sent({ a: '2', b: '2' }) });
    expect(result).toMatchObject({ status: 409, causes: [{ field: '.data.a' }, { field: '.data.b' }] });
  });
});

describe('tracking of updates', () => {
  const request = { schema: undefined, manager: 'm', time: '2024-01-01T00:00:00Z' };
  const created = trackUpdate({
    ...request,
    live: undefined,
    updated: { apiVersion: 'v1', kind: 'K', metadata: { name: 'n' }, data: { a: '1' } },
  });

  test('managedFields that make no sense are replaced by the stored ones', () => {
    const updated = { ...created, metadata: { name: 'n', managedFields: [{ operation: 'x' }] } };
    expect(managedFieldsOf(trackUpdate({ ...request, live: created, updated }))).toEqual(
      managedFieldsOf(created),
    );
  });

  test('a subresource cannot edit them', () => {
    const updated = { ...created, metadata: { name: 'n', managedFields: [] } };
    const tracked = trackUpdate({ ...request, live: created, updated, subresource: 'status' });
    expect(managedFieldsOf(tracked)).toEqual(managedFieldsOf(created));
  });

  test('the oldest updates are put together where there are more than ten', () => {
    const managers = new Map(
      Array.from({ length: 12 }, (_, index): [string, Manager] => {
        const manager: Manager = {
          name: `m${index}`,
          operation: 'Update',
          apiVersion: 'v1',
          subresource: '',
          fields: FieldSet.of([[`f:a${index}`]]),
          time: `2024-01-01T00:00:${String(index).padStart(2, '0')}Z`,
        };
        return [managerId(manager), manager];
      }),
    );
    const capped = [...capUpdaters(managers).values()];
    expect(capped).toHaveLength(10);
    const old = capped.find((manager) => manager.name === 'ancient-changes');
    expect(old?.time).toBe('2024-01-01T00:00:02Z');
    expect(old?.fields.paths()).toEqual([['f:a0'], ['f:a1'], ['f:a2']]);
  });
});

describe('fieldsV1', () => {
  test('is read and printed back', () => {
    const fields = {
      'f:a': { '.': {}, 'f:b': {}, 'k:{"n":1,"p":"x"}': { '.': {}, 'f:n': {} } },
      'f:c': { 'v:"x"': {}, 'i:3': {} },
    };
    const set = parseFieldsV1(fields);
    expect(set === undefined ? undefined : printFieldsV1(set)).toEqual(fields);
  });

  test.each([[{ 'x:a': {} }], [{ 'f:a': 1 }], [{ 'k:[1]': {} }], [{ 'v:{': {} }], [[]], ['x']])(
    'refuses %j',
    (fields) => {
      expect(parseFieldsV1(fields)).toBeUndefined();
    },
  );
});
