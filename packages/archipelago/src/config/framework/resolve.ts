import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import type { DerivedFacts } from '../../cluster-facts/cluster-facts.ts';
import type { DerivedInputs } from '../../cluster-facts/inputs.ts';
import type { Cause } from './cause.ts';
import type { Context, Deriving, Readable, Resolved } from './context.ts';
import { type FieldPath, printFieldPath } from './field-path.ts';
import { once } from './once.ts';
import { forEachLeaf } from './operand-draft.ts';
import type { Alias, Setting } from './setting.ts';

type Underived = Omit<Resolved, 'derived'>;

/** A HyperConverged as it was written and as defaults completed it. */
export interface Configuration {
  /** The spec the user wrote; tells `written` from `default`. */
  readonly written: JsonObject;
  /** The spec with schema and admission defaults. */
  readonly spec: JsonObject;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The effective values of all settings, by name. */
export type Resolution = ReadonlyMap<string, Resolved>;

/** What each setting comes to: user's value, default, or the cluster's answer, with the cause of each leaf. */
export function resolve(
  settings: readonly Setting[],
  configuration: Configuration,
  inputs: DerivedInputs,
): Resolution {
  const resolution = new Map<string, Resolved>();
  for (const setting of settings) {
    const { value, raw, written, causeAt } = resolveOne(setting, configuration, inputs.facts);
    const { derive } = setting;
    const derived =
      derive === undefined ? nothing : once(() => derive(value, contextFor(setting, resolution, inputs)));
    resolution.set(setting.name, { value, raw, written, causeAt, derived });
  }
  return resolution;
}

function nothing(): undefined {
  return undefined;
}

/** What a setting derived. */
export function derivedOf<D>(setting: Deriving<D>, resolution: Resolution): D | undefined {
  // the setting's own `derive` made it
  return resolution.get(setting.name)?.derived() as D | undefined;
}

function resolveOne(setting: Setting, configuration: Configuration, facts: DerivedFacts): Underived {
  const found = readSetting(setting, configuration);
  const { raw, written, causeAt } = found;
  if (found.value !== undefined) return { value: setting.canonical(found.value), raw, written, causeAt };
  const value = setting.fallback?.from(facts);
  if (value === undefined) return found;
  const cause: Cause = { kind: 'fact', fact: setting.fallback?.fact ?? '' };
  return { value, raw: value, written: false, causeAt: () => cause };
}

function readSetting(setting: Setting, configuration: Configuration): Underived {
  return setting.source.in === 'annotation'
    ? fromAnnotation(setting, setting.source.key, configuration)
    : fromSpec(setting, pathOf(setting.source.path), configuration);
}

const paths = new Map<string, FieldPath>();

/** Asked for each setting of each configuration. */
function pathOf(text: string): FieldPath {
  const known = paths.get(text) ?? text.split('.');
  paths.set(text, known);
  return known;
}

function fromAnnotation(setting: Setting, key: string, { annotations }: Configuration): Underived {
  const text = annotations[key];
  const decoded = text === undefined ? undefined : setting.decode?.(text);
  const cause: Cause = { kind: 'written', by: `metadata.annotations["${key}"]` };
  return { value: decoded, raw: decoded, written: text !== undefined, causeAt: () => cause };
}

function fromSpec(setting: Setting, path: FieldPath, { spec, written }: Configuration): Underived {
  const own = present(valueAt(spec, ...path));
  for (const alias of setting.aliases) {
    const combined = fromAlias({ alias, own, spec });
    if (combined !== undefined) return combined;
  }
  const mine = spec === written ? own : present(valueAt(written, ...path));
  const causeAt = (leaf: FieldPath): Cause => {
    const by = printFieldPath(['spec', ...path, ...leaf]);
    return leaf.length === 0
      ? { kind: mine === undefined || hasOnlyDefaults(mine) ? 'default' : 'written', by }
      : (formerCause({ setting, path, mine }, leaf) ?? leafCause(mine, leaf, by));
  };
  return { value: own, raw: own, written: mine !== undefined, causeAt };
}

interface Written {
  readonly setting: Setting;
  readonly path: FieldPath;
  readonly mine: JsonValue | undefined;
}

function formerCause({ setting, path, mine }: Written, leaf: FieldPath): Cause | undefined {
  const former = setting.formerLeaf?.(leaf);
  if (former === undefined || present(valueAt(mine, ...leaf)) !== undefined) return undefined;
  const isWritten = present(valueAt(mine, ...former)) !== undefined;
  return isWritten ? { kind: 'written', by: printFieldPath(['spec', ...path, ...former]) } : undefined;
}

/** The alias decides where its value is the one that counts. */
function fromAlias(given: {
  readonly alias: Alias<JsonValue>;
  readonly own: JsonValue | undefined;
  readonly spec: JsonObject;
}): Underived | undefined {
  const { alias, own, spec } = given;
  const former = present(valueAt(spec, ...pathOf(alias.path)));
  const value = alias.combine(own, former);
  if (former === undefined || value === own) return undefined;
  const cause: Cause = { kind: 'written', by: `spec.${alias.path}` };
  return { value, raw: value, written: true, causeAt: () => cause };
}

function leafCause(mine: JsonValue | undefined, leaf: FieldPath, by: string): Cause {
  return { kind: present(valueAt(mine, ...leaf)) === undefined ? 'default' : 'written', by };
}

/** `{}` as the user's whole value leaves every leaf to the defaults. */
function hasOnlyDefaults(mine: JsonValue): boolean {
  let leaves = 0;
  forEachLeaf(mine, [], (leaf) => {
    if (leaf.length > 0 || !isJsonObject(mine)) leaves += 1;
  });
  return leaves === 0;
}

/** `null` is how JSON says absent. */
function present(value: JsonValue | undefined): JsonValue | undefined {
  return value === null ? undefined : value;
}

/** What `reader` may see: the inputs, and the settings it names in `with`. */
export function contextFor(reader: Setting, resolution: Resolution, inputs: DerivedInputs): Context {
  const { facts, deployment, memory, answers } = inputs;
  return {
    facts,
    deployment,
    memory,
    answers,
    read<V>(other: Readable<V>): V | undefined {
      if (!reader.reads.some(({ name }) => name === other.name)) {
        throw new Error(`${reader.name} reads ${other.name} without naming it in "with"`);
      }
      // the other setting's own schema has accepted the value
      return resolution.get(other.name)?.value as V | undefined;
    },
  };
}
