import { readdirSync } from 'node:fs';
import { type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { desiredOf, renderedAt, verdictOf } from './admission.test-support.ts';
import type { Desired } from './desire.ts';
import type { Cause } from './framework/cause.ts';
import { parseFieldPath, printFieldPath } from './framework/field-path.ts';
import { absent, type Example, type Setting } from './framework/setting.ts';
import { operands } from './operands.ts';
import { landingsByOperand, type Rendered, render } from './render.ts';
import { settings } from './settings.ts';

const all: readonly Setting[] = settings;

function expectLanding(rendered: readonly Rendered[], target: string, expected: JsonValue): void {
  const actual = renderedAt(rendered, target);
  if (expected === absent) expect(actual, target).toBeUndefined();
  else if (typeof expected === 'object' && expected !== null && 'contains' in expected) {
    expect(actual, target).toContain(expected.contains);
  } else expect(actual, target).toEqual(expected);
}

describe('examples', () => {
  for (const setting of all) {
    describe(setting.name, () => {
      it.each(setting.examples.map((example) => [example.title, example] as const))('%s', (_, example) => {
        const { operands: rendered } = desiredOf(example);
        for (const [target, expected] of Object.entries(example.lands))
          expectLanding(rendered, target, expected);
      });

      it('has an example for each place it lands', () => {
        const shown = setting.examples
          .flatMap(({ lands }) => Object.keys(lands))
          .map((target) => printFieldPath(parseFieldPath(target)));
        for (const landing of setting.landings) {
          if (landing.kind === 'existence') continue;
          const target = printFieldPath(parseFieldPath(`${landing.operand.kind}.${landing.field}`));
          const isShown = shown.some((name) => name.startsWith(target) || target.startsWith(`${name}.`));
          expect(isShown, `${setting.name} has no example that shows ${target}`).toBe(true);
        }
      });
    });
  }
});

/** Specs and annotations made of the settings' own examples. */
const anyExample = fc
  .array(fc.constantFrom(...all.flatMap(({ examples }) => examples)), { minLength: 1, maxLength: 4 })
  .map((examples) => ({
    spec: Object.assign({}, ...examples.map(({ spec }) => spec ?? {})) as JsonObject,
    annotations: Object.assign({}, ...examples.map(({ annotations }) => annotations ?? {})) as Record<
      string,
      string
    >,
    cluster: Object.assign({}, ...examples.map(({ cluster }) => cluster ?? {})) as NonNullable<
      Example['cluster']
    >,
  }))
  .filter((example) => verdictOf(example).allowed);

/** Examples that write nothing but their own setting. */
const changes = all.flatMap((setting) =>
  setting.examples
    .filter(({ spec, annotations }) => Object.keys({ ...spec, ...annotations }).length === 1)
    .map((example) => [setting.name, example.title, { setting, example }] as const),
);

describe('the whole list', () => {
  it('names every setting that a file under settings/ exports', async () => {
    const folder = new URL('settings/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !/\.test(-support)?\.ts$/.test(file),
    );
    const exported: { readonly file: string; readonly setting: Setting }[] = [];
    for (const file of files) {
      const values: Readonly<Record<string, unknown>> = await import(new URL(file, folder).href);
      for (const value of Object.values(values))
        if (isSetting(value)) exported.push({ file, setting: value });
    }
    const forgotten = exported.filter(({ setting }) => !all.includes(setting));
    expect(forgotten.map(({ file, setting }) => `${file}: ${setting.name}`)).toEqual([]);
    expect(exported.length).toBe(all.length);
  });

  it('gives every setting a name of its own and a summary', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    for (const { name, summary } of all) expect(summary.length, name).toBeGreaterThan(20);
  });

  it('has one owner for each field', () => {
    const owners = new Map<string, string>();
    for (const setting of all) {
      for (const landing of setting.landings) {
        if (landing.kind === 'existence' || landing.mode === 'append') continue;
        const target = `${operands.indexOf(landing.operand)} ${landing.field}`;
        const shared = sharedByDesign.has(landing.field);
        expect(
          shared ? undefined : owners.get(target),
          `${landing.field} of ${setting.name}`,
        ).toBeUndefined();
        owners.set(target, setting.name);
      }
    }
  });

  it('renders the same whatever the order of the settings', () => {
    fc.assert(
      fc.property(
        anyExample,
        fc.shuffledSubarray([...all], { minLength: all.length }),
        (example, shuffled) => {
          const desired = desiredOf(example);
          const owner = {
            name: 'kubevirt-hyperconverged',
            namespace: desired.deployment.operatorNamespace,
            uid: undefined,
          };
          const manifests = (order: readonly Setting[]) =>
            render({ operands, landings: landingsByOperand(order), configured: desired, owner }).map(
              ({ manifest }) => manifest,
            );
          expect(manifests(shuffled)).toEqual(manifests(all));
        },
      ),
      { numRuns: 60, seed: 7 },
    );
  });

  it('gives every leaf below the metadata a cause', () => {
    fc.assert(
      fc.property(anyExample, (example) => {
        expectCauses(desiredOf(example));
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it.each(changes)(
    'moves exactly its landings, and is their cause: %s (%s)',
    (_, __, { setting, example }) => {
      const [before, after] = [desiredOf({ ...pick(example.cluster) }), desiredOf(example)];
      const readers = all.filter(({ reads }) => reads.includes(setting));
      const landings = [setting, ...readers].flatMap((one) => one.landings);
      const names = [setting.name, ...setting.aliases.map((alias) => `spec.${alias.path}`)];
      for (const { leaf, cause } of movedLeaves(before, after)) {
        const landing = landings.find((one) => one.kind === 'field' && isWithin(leaf, one.field));
        expect(landing, `moved ${leaf}`).toBeDefined();
        // an item of a list that others feed, too, may only have moved up
        if (landing?.kind !== 'field' || landing.mode === 'append') continue;
        if (cause?.kind === 'written' || cause?.kind === 'default')
          expect(
            names.some((name) => cause.by.includes(name)),
            `${leaf} is said to be ${cause.by}`,
          ).toBe(true);
      }
    },
  );

  it('gives every landing of an example a cause', () => {
    for (const example of all.flatMap(({ examples }) => examples)) expectCauses(desiredOf(example));
  });
});

function pick(cluster: Example['cluster']): Pick<Example, 'cluster'> {
  return cluster === undefined ? {} : { cluster };
}

/** Whether a leaf stands in a field, or is what was there before the field was. */
function isWithin(leaf: string, field: string): boolean {
  const path = printFieldPath(parseFieldPath(field));
  return leaf.startsWith(path) || path.startsWith(`${leaf}.`);
}

function expectCauses({ operands: rendered }: Desired): void {
  for (const { manifest, causes } of rendered) {
    const { apiVersion: _, kind: __, metadata: ___, ...fields } = manifest;
    const known = new Set(causes.map(({ path }) => printFieldPath(path)));
    for (const leaf of Object.keys(fields).length === 0 ? [] : leavesOf(fields))
      expect(known.has(leaf), `${String(manifest.kind)} ${leaf}`).toBe(true);
  }
}

function isSetting(value: unknown): value is Setting {
  return typeof value === 'object' && value !== null && 'landings' in value && 'examples' in value;
}

/** Maps that two settings feed with different keys. */
const sharedByDesign = new Set(['spec.configuration.network.binding']);

function leavesOf(value: JsonValue, at: (string | number)[] = []): readonly string[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item, index) => leavesOf(item, [...at, index]));
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, below]) =>
      below === undefined ? [] : leavesOf(below, [...at, key]),
    );
  }
  return [printFieldPath(at)];
}

/** Fields that differ between two outcomes, and why they are as they are; of an operand that came or went, none. */
function movedLeaves(
  before: Desired,
  after: Desired,
): readonly { readonly leaf: string; readonly cause: Cause | undefined }[] {
  return after.operands.flatMap(({ operand, manifest, causes }) => {
    const old = before.operands.find((other) => other.operand === operand)?.manifest;
    if (old === undefined) return [];
    const why = new Map(causes.map(({ path, cause }) => [printFieldPath(path), cause]));
    const leaves = new Set([...leavesOf(old), ...leavesOf(manifest)]);
    return [...leaves]
      .filter((leaf) => {
        const path = parseFieldPath(leaf);
        return JSON.stringify(valueAt(old, ...path)) !== JSON.stringify(valueAt(manifest, ...path));
      })
      .map((leaf) => ({ leaf, cause: why.get(leaf) }));
  });
}
