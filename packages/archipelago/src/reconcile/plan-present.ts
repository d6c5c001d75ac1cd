import {
  canonicalJson,
  isJsonList,
  type JsonObject,
  type JsonValue,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { seenObject } from '../api/seen-object.ts';
import { type Cause, printCause } from '../config/framework/cause.ts';
import { once } from '../config/framework/once.ts';
import { objectKey } from '../config/framework/operand.ts';
import type { Rendered } from '../config/render.ts';
import type { Action, FieldChange, FieldDifference } from '../engine/plan/action.ts';
import { causeAt } from './cause-at.ts';
import { differences } from './differences.ts';
import { editOperations } from './edit-operations.ts';
import { lastWriterOf } from './foreign-fields.ts';
import { isImmutable } from './is-immutable.ts';
import type { Live } from './live.ts';
import { operandObject } from './operand-object.ts';
import type { OperandItem } from './operand-plan.ts';
import { ownedPart } from './owned-part.ts';
import { successorOf, withOwnedParts } from './owned-parts.ts';
import { type Remembered, remember } from './remember.ts';
import type { Defaulting } from './server-defaults.ts';

/** What is known of an object that is there. */
interface Seen {
  readonly live: Extract<Live, { state: 'present' }>;
  readonly remembered: Remembered | undefined;
  readonly defaulting: Defaulting;
  /** Keys of objects whose actions have to have ended before. */
  readonly after: readonly string[];
}

/** Changes an object that is there where it is not as it is wanted; nothing where it is, or where the server insists. */
export function planPresent(rendered: Rendered, seen: Seen): readonly OperandItem[] {
  const { live, defaulting } = seen;
  const wanted = ownedPart(rendered.manifest, rendered, defaulting);
  const present = ownedPart(live.object, rendered, defaulting);
  const found = differences(present, wanted);
  const remembered = rememberedOf(seen.remembered, live.object);
  if (found.length === 0) return relearned(rendered, seen, remembered);
  const asAnswered = remembered !== undefined && isSame(remembered.answered, present);
  if (asAnswered && isSame(remembered.wanted, wanted)) return [];
  const isRevert = remembered === undefined ? live.foreignWriters.length > 0 : !asAnswered;
  return [{ kind: 'action', action: changeOf(rendered, seen, { found, isRevert }) }];
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  return differences(one, other).length === 0;
}

/** Knowledge about a former object of the same name says nothing about this one. */
function rememberedOf(remembered: Remembered | undefined, live: JsonObject): Remembered | undefined {
  return remembered?.uid === textAt(live, 'metadata', 'uid') ? remembered : undefined;
}

/** Otherwise the next change of ours would find an object that is not as answered, and blame a stranger. */
function relearned(
  rendered: Rendered,
  { live, defaulting }: Seen,
  before: Remembered | undefined,
): readonly OperandItem[] {
  if (before === undefined) return [];
  if (isSame(ownedPart(rendered.manifest, rendered, defaulting), before.wanted)) return [];
  const remembered = remember(rendered, live.object, defaulting);
  const lesson = { operand: rendered.operand, object: objectKey(rendered.manifest), remembered };
  return [{ kind: 'lesson', lesson }];
}

/** What differs, and whether somebody else has made it so. */
interface Deviation {
  readonly found: readonly FieldDifference[];
  readonly isRevert: boolean;
}

function changeOf(rendered: Rendered, { live, after }: Seen, { found, isRevert }: Deviation): Action {
  const { operand } = rendered;
  // whose cause and doing each difference is, nobody asks before the write
  const changes = once(() =>
    found.map((difference) => ({
      ...fieldChange(difference, rendered),
      ...(isRevert ? blamed(live, difference) : {}),
    })),
  );
  const change = isImmutable(operand, found)
    ? ({ kind: 'recreate', body: operandObject(operand, successorOf(live.object, rendered)) } as const)
    : ({ kind: 'edit', ...editOperations(live.object, withOwnedParts(live.object, rendered)) } as const);
  return {
    ...change,
    because: isRevert ? 'somebody else has changed it' : 'something else is wanted than before',
    object: seenObject(operandObject(operand, live.object)),
    get changes() {
      return changes();
    },
    isRevert,
    ...(after.length === 0 ? {} : { after }),
  };
}

function blamed(
  { object, foreignFields = [] }: Seen['live'],
  { path }: FieldDifference,
): Pick<FieldChange, 'changedBy'> {
  const changedBy = lastWriterOf(foreignFields, object, path);
  return changedBy === undefined ? {} : { changedBy };
}

const identityCause: Cause = { kind: 'opinion', because: 'tells which objects are ours' };

function fieldChange(difference: FieldDifference, rendered: Rendered): FieldChange {
  const { path, before, after } = difference;
  const isIdentity = path[0] === 'metadata' && valueAt(rendered.manifest, ...path) !== undefined;
  const cause = isIdentity ? identityCause : causeAt(rendered, path);
  const because = cause === undefined ? undefined : printCause(cause);
  const isList = !isIdentity && isJsonList(before) && isJsonList(after);
  return {
    ...difference,
    because: isList ? (reasonOfItems(before, after, path, rendered) ?? because) : because,
  };
}

/** Of a list that differs as a whole, by its items; undefined: they only stand in another order. */
function reasonOfItems(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  path: FieldDifference['path'],
  rendered: Rendered,
): string | undefined {
  const [old, wanted] = [new Set(before.map(canonicalJson)), new Set(after.map(canonicalJson))];
  const causes = after.flatMap((item, index) =>
    old.has(canonicalJson(item)) ? [] : (causeAt(rendered, [...path, index]) ?? []),
  );
  if (causes.length > 0) return [...new Set(causes.map(printCause))].join('; ');
  // the item itself is not told: nobody knows what it holds
  return [...old].some((item) => !wanted.has(item)) ? 'nothing asks any more for what is gone' : undefined;
}
