import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseClusterFacts } from '../../packages/archipelago/src/cluster-facts/parse-cluster-facts.ts';
import { admit } from '../../packages/archipelago/src/config/admit.ts';
import type { Desired } from '../../packages/archipelago/src/config/desire.ts';
import {
  parseFieldPath,
  printFieldPath,
} from '../../packages/archipelago/src/config/framework/field-path.ts';
import { forEachLeaf } from '../../packages/archipelago/src/config/framework/operand-draft.ts';
import type { Setting } from '../../packages/archipelago/src/config/framework/setting.ts';
import { loadEngines } from '../../packages/archipelago/src/config/load-engines.ts';
import { settings } from '../../packages/archipelago/src/config/settings.ts';
import { vectorsOf } from '../support/vectors.ts';

const vectors = vectorsOf('render').filter(([, { refused }]) => refused === undefined);
const engines = await loadEngines(undefined);

/** Examples that write one setting in the spec and nothing else. */
const changes = settings.flatMap((setting: Setting) =>
  setting.examples.flatMap((example) => {
    const { source } = setting;
    if (source.in !== 'spec' || example.annotations !== undefined || example.spec === undefined) return [];
    const value = valueAt(example.spec, ...source.path.split('.'));
    return value === undefined ? [] : [{ setting, path: source.path.split('.'), value, example }];
  }),
);

/** What follows from the nodes that workloads may run on moves with the workloads' placement (DerivedFacts). */
const follows: Readonly<Record<string, readonly string[]>> = {
  'spec.workloads': ['spec.cluster', 'spec.commonTemplates.dataImportCronTemplates'],
};

function overlaid(root: JsonObject, [head = '', ...rest]: readonly string[], value: JsonValue): JsonObject {
  const below = root[head];
  return {
    ...root,
    [head]: rest.length === 0 ? value : overlaid(isJsonObject(below) ? below : {}, rest, value),
  };
}

function desired(object: JsonObject, cluster: JsonObject): Desired | undefined {
  const parsed = parseClusterFacts(cluster);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const verdict = admit(
    { operation: 'create', object, oldObject: undefined, inputs: parsed.inputs },
    engines,
  );
  return verdict.allowed ? verdict.desired : undefined;
}

function moved(before: Desired, after: Desired): readonly string[] {
  return after.operands.flatMap(({ operand, manifest }) => {
    const old = before.operands.find((other) => other.operand === operand)?.manifest;
    if (old === undefined) return [];
    const leaves = new Set<string>();
    for (const whole of [old, manifest]) forEachLeaf(whole, [], (leaf) => leaves.add(printFieldPath(leaf)));
    return [...leaves].filter((leaf) => {
      const path = parseFieldPath(leaf);
      return JSON.stringify(valueAt(old, ...path)) !== JSON.stringify(valueAt(manifest, ...path));
    });
  });
}

/** Fields that may move with a setting: its own landings, and those of settings that read it. */
function landingsOf(setting: Setting): readonly string[] {
  const readers = settings.filter(({ reads }: Setting) => reads.includes(setting));
  const fields = [setting, ...readers].flatMap(({ landings }: Setting) =>
    landings.flatMap((landing) => (landing.kind === 'field' ? [landing.field] : [])),
  );
  return [...fields, ...(follows[setting.name] ?? [])].map((field) => printFieldPath(parseFieldPath(field)));
}

describe('changing one setting of a vector', () => {
  it(`moves its own landings and nothing else (${vectors.length} vectors × ${changes.length} changes)`, () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.constantFrom(...vectors), fc.constantFrom(...changes), ([name, vector], change) => {
        const { input, cluster } = vector;
        if (input === undefined || cluster === undefined) return;
        const spec = overlaid(isJsonObject(input.spec) ? input.spec : {}, change.path, change.value);
        const [before, after] = [desired(input, cluster), desired({ ...input, spec }, cluster)];
        if (before === undefined || after === undefined) return;
        compared += 1;
        const allowed = landingsOf(change.setting);
        for (const leaf of moved(before, after)) {
          const title = `${name} with ${change.setting.name} (${change.example.title}) moved ${leaf}`;
          expect(
            allowed.some((field) => leaf.startsWith(field) || field.startsWith(`${leaf}.`)),
            title,
          ).toBe(true);
        }
      }),
      { numRuns: 400, seed: 7 },
    );
    expect(compared).toBeGreaterThan(200);
  });
});
