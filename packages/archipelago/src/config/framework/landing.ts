import { type JsonValue, valueAt } from '@archipelago/apimachinery';
import type { Cause, CauseOf } from './cause.ts';
import type { Context, Resolved } from './context.ts';
import type { ExistingPath, FieldPath, ValueAt } from './field-path.ts';
import type { Operand, OperandOf } from './operand.ts';
import type { OperandDraft } from './operand-draft.ts';

/** One place in one operand that a setting decides. Listed without being run: docs and ownership checks read it. */
export type Landing = FieldLanding | ExistenceLanding;

interface FieldLanding {
  readonly kind: 'field';
  readonly operand: Operand;
  readonly field: string;
  /** `append` shares the list with other settings; every other mode owns the field. */
  readonly mode: 'set' | 'append';
  readonly land: (resolved: Resolved, context: Context, draft: OperandDraft) => void;
}

/** Whether the operand exists at all. */
interface ExistenceLanding {
  readonly kind: 'existence';
  readonly operand: Operand;
  readonly exists: (value: JsonValue | undefined, context: Context) => boolean;
}

/** An item of a list together with the causes of its leaves. */
export interface CausedItem {
  readonly value: JsonValue;
  readonly cause: (leaf: FieldPath, setting: CauseOf) => Cause;
}

type Field<M, P extends string> = P & ExistingPath<M, P>;
type Projection<V, M, P extends string> = (value: V, context: Context) => ValueAt<M, P> | undefined;

/** How a setting's value lands; a projection that returns undefined leaves the field out. */
export interface Verbs<V, D = undefined> {
  /** The value as it is, each leaf with its own cause. */
  copy<M, P extends string>(operand: OperandOf<M>, field: Field<M, P>): Landing;
  /** A projection of the value; leaves it shares with the value keep their causes. */
  set<M, P extends string>(operand: OperandOf<M>, field: Field<M, P>, project: Projection<V, M, P>): Landing;
  /** Like `set`, also when nobody gave the setting a value. */
  always<M, P extends string>(
    operand: OperandOf<M>,
    field: Field<M, P>,
    project: (value: V | undefined, context: Context) => ValueAt<M, P> | undefined,
  ): Landing;
  /** One item of a set-like list that several settings feed. */
  append<M, P extends string>(
    operand: OperandOf<M>,
    field: Field<M, P>,
    item: string,
    when: (value: V, context: Context) => boolean,
  ): Landing;
  /** A list whose items know their causes. */
  items<M, P extends string>(
    operand: OperandOf<M>,
    field: Field<M, P>,
    list: (value: V | undefined, context: Context) => readonly CausedItem[],
  ): Landing;
  /** A list of what the setting derives, whose items know their causes. */
  derived<M, P extends string>(
    operand: OperandOf<M>,
    field: Field<M, P>,
    list: (derived: D, context: Context) => readonly CausedItem[],
  ): Landing;
  /** The same leaves under other names: operand member → path in the value. */
  rename<M, P extends string>(
    operand: OperandOf<M>,
    field: Field<M, P>,
    names: Readonly<Record<string, string>>,
  ): Landing;
  /** An annotation of the operand. */
  annotate(operand: Operand, key: string, text: (value: V, context: Context) => string | undefined): Landing;
  /** The operand exists only if the test holds. */
  exists(operand: Operand, test: (value: V | undefined, context: Context) => boolean): Landing;
  /** One member of the value, landing by itself. */
  part<K extends keyof V & string>(
    member: K,
    lands: (verbs: Verbs<NonNullable<V[K]>>) => readonly Landing[],
  ): readonly Landing[];
}

type Pick_ = (resolved: Resolved) => Resolved;

/** The verbs for a setting, or for a member of its value (`pick` walks to it). */
export function verbsOf<V, D = undefined>(pick: Pick_ = (resolved) => resolved): Verbs<V, D> {
  return { ...fieldVerbs<V>(pick), ...listVerbs<V, D>(pick), ...objectVerbs<V>(pick) };
}

type Land = FieldLanding['land'];

function fieldLanding(pick: Pick_, operand: Operand, field: string, land: Land): FieldLanding {
  const picked: Land = (resolved, context, draft) => land(pick(resolved), context, draft);
  return { kind: 'field', operand, field, mode: 'set', land: picked };
}

function fieldVerbs<V>(pick: Pick_): Pick<Verbs<V>, 'copy' | 'set' | 'always' | 'rename'> {
  return {
    copy: (operand, at) => {
      const path = at.split('.');
      return fieldLanding(pick, operand, at, ({ value, causeAt }, _, draft) =>
        draft.write(path, value, causeAt),
      );
    },
    set: (operand, at, project) => {
      const path = at.split('.');
      return fieldLanding(pick, operand, at, ({ value, causeAt }, context, draft) => {
        if (value === undefined) return;
        draft.write(path, json(project(value as V, context)), sharedCauses(value, causeAt));
      });
    },
    always: (operand, at, project) => {
      const path = at.split('.');
      return fieldLanding(pick, operand, at, ({ value, causeAt }, context, draft) =>
        draft.write(path, json(project(value as V | undefined, context)), sharedCauses(value, causeAt)),
      );
    },
    rename: (operand, at, names) => fieldLanding(pick, operand, at, landRenamed(at, names)),
  };
}

function listVerbs<V, D>(pick: Pick_): Pick<Verbs<V, D>, 'append' | 'items' | 'derived'> {
  return {
    append: (operand, at, item, when) => {
      const path = at.split('.');
      const land: Land = ({ value, causeAt }, context, draft) => {
        if (value !== undefined && when(value as V, context)) draft.append(path, item, causeAt([]));
      };
      return { ...fieldLanding(pick, operand, at, land), mode: 'append' };
    },
    items: (operand, at, list) =>
      fieldLanding(
        pick,
        operand,
        at,
        landItems(at, ({ value }, context) => list(value as V | undefined, context)),
      ),
    derived: (operand, at, list) =>
      fieldLanding(
        pick,
        operand,
        at,
        // the setting's own `derive` made it
        landItems(at, ({ derived }, context) => list(derived() as D, context)),
      ),
  };
}

function objectVerbs<V>(pick: Pick_): Pick<Verbs<V>, 'annotate' | 'exists' | 'part'> {
  return {
    annotate: (operand, key, text) =>
      fieldLanding(pick, operand, `metadata.annotations["${key}"]`, ({ value, causeAt }, context, draft) => {
        const written = value === undefined ? undefined : text(value as V, context);
        draft.write(['metadata', 'annotations', key], written, () => causeAt([]));
      }),
    exists: (operand, test) => ({
      kind: 'existence',
      operand,
      exists: (value, context) => test(value as V | undefined, context),
    }),
    part: (member, lands) => lands(verbsOf((resolved) => memberOf(pick(resolved), member))),
  };
}

/** What a projection returns is a part of a manifest, hence JSON; generics hide that. */
function json(value: unknown): JsonValue | undefined {
  return value as JsonValue | undefined;
}

function landItems(
  at: string,
  list: (resolved: Resolved, context: Context) => readonly CausedItem[],
): FieldLanding['land'] {
  const path = at.split('.');
  return (resolved, context, draft) => {
    const { causeAt } = resolved;
    const items = list(resolved, context);
    if (items.length === 0) return;
    const causeOf: CauseOf = ([index, ...leaf]) =>
      items[Number(index ?? 0)]?.cause(leaf, causeAt) ?? causeAt(leaf);
    draft.write(
      path,
      items.map((item) => item.value),
      causeOf,
    );
  };
}

function landRenamed(at: string, names: Readonly<Record<string, string>>): FieldLanding['land'] {
  const places = Object.entries(names).map(([name, path]) => ({
    place: [...at.split('.'), name],
    leaf: path.split('.'),
  }));
  return ({ value, causeAt }, _, draft) => {
    for (const { place, leaf } of places) draft.write(place, valueAt(value, ...leaf), () => causeAt(leaf));
  };
}

function memberOf({ value, raw, written, derived, causeAt }: Resolved, key: string): Resolved {
  return {
    derived,
    value: valueAt(value, key),
    raw: valueAt(raw, key),
    written,
    causeAt: (leaf) => causeAt([key, ...leaf]),
  };
}

/** A projected leaf that stands at the same path in the value has that leaf's cause, any other the setting's. */
function sharedCauses(value: JsonValue | undefined, causeAt: CauseOf): CauseOf {
  return (leaf) => causeAt(valueAt(value, ...leaf) === undefined ? [] : leaf);
}
