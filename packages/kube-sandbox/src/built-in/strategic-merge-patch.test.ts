import {
  applyStrategicMergePatch,
  decodeServerStrategicPatch,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '@archipelago/apimachinery';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../../test/support/vectors.ts';
import { wirePatchSchema } from './types/wire-patch-schema.ts';

/** The packages of kinds that are not in `core`. */
const packages = new Map([
  ['ClusterRole', 'rbac'],
  ['DaemonSet', 'apps'],
  ['Deployment', 'apps'],
  ['Job', 'batch'],
]);

/** The merge keys that the embedded cluster goes by. */
function schemaOf(kind: string) {
  return wirePatchSchema(`io.k8s.api.${packages.get(kind) ?? 'core'}.v1.${kind}`);
}

function exact(text: JsonValue | undefined, value: JsonValue | undefined): JsonValue {
  return typeof text === 'string' ? parseJson(text) : (value ?? null);
}

function apply(vector: JsonObject) {
  const object = exact(vector.objectText, vector.object);
  if (!isJsonObject(object)) throw new Error(`${vector.name} patches no object`);
  const text = typeof vector.patchText === 'string' ? vector.patchText : JSON.stringify(vector.patch);
  const decoded = decodeServerStrategicPatch(text);
  if (!decoded.ok) return decoded;
  return applyStrategicMergePatch(object, decoded.patch, schemaOf(`${vector.kind}`));
}

describe('measured strategic merge patches', () => {
  test('the API server', () => {
    const cases = casesOf('kubernetes/patch/strategic');
    const failures: string[] = [];
    for (const vector of cases) {
      const outcome = apply(vector);
      try {
        if (outcome.ok) {
          expect(outcome.value, `${vector.name}`).toEqual(exact(vector.resultText, vector.result));
        } else {
          expect(outcome.message, `${vector.name}`).toBe(vector.error);
          expect(outcome.status, `${vector.name}`).toBe(vector.httpStatus);
        }
      } catch (error) {
        failures.push(`${error}`);
      }
    }
    console.log(
      `patch vectors, strategic: ${cases.length - failures.length} passed, ${failures.length} failed`,
    );
    expect(failures).toEqual([]);
  });
});

describe('strategic merge patch', () => {
  const pod = { spec: { containers: [{ name: 'a', env: [{ name: 'X', value: '1' }] }, { name: 'b' }] } };

  test.each<[string, JsonObject, string]>([
    [
      'an item without its merge key',
      { spec: { containers: [{ image: 'i' }] } },
      'map: map[image:i] does not contain declared merge key: name',
    ],
    [
      'an unknown directive in a list',
      { spec: { containers: [{ $patch: 'x' }] } },
      'unknown patch type: x in map: map[$patch:x]',
    ],
    ['retained keys that are no list', { spec: { $retainKeys: 'x' } }, 'invalid patch format of retainKeys'],
    [
      'a member that is not retained',
      { spec: { $retainKeys: [], nodeName: 'x' } },
      'invalid patch format of retainKeys',
    ],
    [
      'an order that is no list',
      { spec: { '$setElementOrder/containers': 'a' } },
      'expected a []interface {}, but received a string',
    ],
    [
      'an order of nothing',
      { spec: { $setElementOrder: [] } },
      'invalid patch format of setElementOrder list',
    ],
    [
      'deletions from nothing',
      { spec: { $deleteFromPrimitiveList: [] } },
      'invalid patch format of primitive list',
    ],
  ])('refuses %s', (_name, patch, message) => {
    const result = applyStrategicMergePatch(pod, patch, schemaOf('Pod'));
    const status = message.startsWith('invalid patch format') ? 400 : 500;
    expect(result).toEqual({ ok: false, message, status });
  });

  test('what is new comes without nulls and directives', () => {
    const patch = {
      spec: {
        volumes: [
          { name: 'v', x: null },
          { $patch: 'delete', name: 'w' },
        ],
        y: { $patch: 'delete' },
      },
    };
    expect(applyStrategicMergePatch({ spec: {} }, patch, schemaOf('Pod'))).toEqual({
      ok: true,
      value: { spec: { volumes: [{ name: 'v' }] } },
    });
  });

  test('never changes the object, and gives the same again', () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const item = fc.record({ name, image: fc.constantFrom('x', 'y') }, { requiredKeys: ['name'] });
    const containers = fc.uniqueArray(item, { selector: (one) => one.name, maxLength: 3 });
    const finalizers = fc.uniqueArray(name, { maxLength: 3 });
    const object = fc.record({
      metadata: fc.record({ finalizers, labels: fc.dictionary(name, name) }),
      spec: fc.record({ containers }),
    });
    fc.assert(
      fc.property(object, object, (live, patch) => {
        const before = JSON.stringify([live, patch]);
        const once = applyStrategicMergePatch(live, patch, schemaOf('Pod'));
        expect(JSON.stringify([live, patch])).toBe(before);
        if (!once.ok) throw new Error(once.message);
        expect(applyStrategicMergePatch(once.value, patch, schemaOf('Pod'))).toEqual(once);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});
