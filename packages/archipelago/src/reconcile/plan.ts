import { digestOf, isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import type { Cause } from '../config/framework/cause.ts';
import { type FieldPath, printFieldPath } from '../config/framework/field-path.ts';
import { type Operand, objectKey } from '../config/framework/operand.ts';
import { readAt } from '../config/framework/read-at.ts';
import type { Rendered } from '../config/render.ts';
import { differences, type FieldDifference } from './differences.ts';
import type { Live } from './live.ts';
import { ownedParts, successorOf, withOwnedParts } from './owned-parts.ts';

/** What an API server adds to an object of a kind before it stores or shows it. */
export type Defaulting = (object: JsonObject) => JsonObject;

/** What the server made of what we wrote last; digests of {@link ownedParts}. */
export interface Remembered {
  readonly uid: string;
  readonly wanted: string;
  readonly answered: string;
}

/** A field that is to change, and why it has to be as it will be. */
export interface Difference extends FieldDifference {
  /** Undefined where the field has no place in the operand at all. */
  readonly cause: Cause | undefined;
}

interface Step {
  readonly operand: Operand;
  /** `Kind/namespace/name`. */
  readonly key: string;
}

interface Change extends Step {
  readonly differences: readonly Difference[];
  /**
   * `specChanged`: we want something else than before, because the settings, the cluster or our version
   * changed. `drift`: somebody else changed what is ours.
   */
  readonly reason: 'specChanged' | 'drift';
  readonly live: JsonObject;
}

/** Why nothing can be done about an operand now. */
export type Obstacle =
  | { readonly because: 'unknown' }
  | { readonly because: 'notServed'; readonly definition: string; readonly lack?: string | undefined }
  | { readonly because: 'forbidden'; readonly message: string }
  | { readonly because: 'terminating' };

export type Action =
  | (Step & { readonly verb: 'create'; readonly reason: 'missing'; readonly body: JsonObject })
  | (Change & { readonly verb: 'update'; readonly body: JsonObject })
  /** A field that cannot be changed has to change: delete, then create. */
  | (Change & { readonly verb: 'recreate'; readonly body: JsonObject })
  | (Step & { readonly verb: 'delete'; readonly reason: 'notWanted'; readonly live: JsonObject })
  /** `learned`: what was remembered is out of date, a write whose answer was lost say. */
  | (Step & { readonly verb: 'unchanged'; readonly learned?: Remembered })
  | (Step & { readonly verb: 'wait'; readonly obstacle: Obstacle });

/** What is to be done, in the order of the operands. */
export type Plan = readonly Action[];

interface PlanInput {
  readonly wanted: readonly Rendered[];
  /** Objects that must not exist, by an identity-only manifest. */
  readonly unwanted: readonly Rendered[];
  readonly live: (key: string) => Live;
  readonly remembered: (key: string) => Remembered | undefined;
  readonly defaulting: (operand: Operand) => Defaulting;
}

/**
 * Pure: compares what is wanted with what is there.
 *
 * Comparison sees through what an API server adds: the structural defaults of the kind are put into both sides
 * before they are compared, so a fresh process needs no request to find that nothing has changed. What a server
 * does beyond that (webhooks, pruning of fields that an older CustomResourceDefinition does not know) is
 * learned: once a write has been answered, an object that still looks like the answer is unchanged as long as
 * we want the same. After a restart such an object costs one write, which changes nothing on the server.
 */
export function plan(input: PlanInput): Plan {
  return [
    ...input.wanted.map((rendered) => planWanted(rendered, input)),
    ...input.unwanted.flatMap((rendered) => planUnwanted(rendered, input)),
  ];
}

function planWanted(rendered: Rendered, input: PlanInput): Action {
  const step = { operand: rendered.operand, key: objectKey(rendered.manifest) };
  const live = input.live(step.key);
  switch (live.state) {
    case 'unknown':
      return { ...step, verb: 'wait', obstacle: { because: 'unknown' } };
    case 'notServed':
      return {
        ...step,
        verb: 'wait',
        obstacle: { because: 'notServed', definition: live.definition, lack: live.lack },
      };
    case 'forbidden':
      return { ...step, verb: 'wait', obstacle: { because: 'forbidden', message: live.message } };
    case 'absent':
      return { ...step, verb: 'create', reason: 'missing', body: rendered.manifest };
    case 'present':
      return isTerminating(live.object)
        ? { ...step, verb: 'wait', obstacle: { because: 'terminating' } }
        : planPresent(step, { rendered, live, input });
  }
}

interface Comparison {
  readonly rendered: Rendered;
  readonly live: Extract<Live, { state: 'present' }>;
  readonly input: PlanInput;
}

function planPresent(step: Step, { rendered, live, input }: Comparison): Action {
  const defaulting = input.defaulting(rendered.operand);
  const wanted = defaulting(ownedParts(rendered.manifest, rendered));
  const present = defaulting(ownedParts(live.object, rendered));
  const found = differences(present, wanted);
  const remembered = rememberedOf(input.remembered(step.key), live.object);
  if (found.length === 0) return { ...step, verb: 'unchanged', ...relearned(remembered, wanted, present) };
  const asAnswered = remembered?.answered === digestOf(present);
  if (asAnswered && remembered.wanted === digestOf(wanted)) return { ...step, verb: 'unchanged' };
  const foreign = remembered === undefined ? live.foreignWriters.length > 0 : !asAnswered;
  const change = {
    ...step,
    reason: foreign ? ('drift' as const) : ('specChanged' as const),
    differences: found.map((difference) => withCause(difference, rendered)),
    live: live.object,
  };
  return isImmutable(rendered.operand, found)
    ? { ...change, verb: 'recreate', body: successorOf(live.object, rendered) }
    : { ...change, verb: 'update', body: withOwnedParts(live.object, rendered) };
}

/** Otherwise the next change of ours would find an object that is not as answered, and blame a stranger. */
function relearned(remembered: Remembered | undefined, wanted: JsonObject, present: JsonObject) {
  if (remembered === undefined || remembered.wanted === digestOf(wanted)) return {};
  const { uid } = remembered;
  return { learned: { uid, wanted: digestOf(wanted), answered: digestOf(present) } };
}

/** Knowledge about a former object of the same name says nothing about this one. */
function rememberedOf(remembered: Remembered | undefined, live: JsonObject): Remembered | undefined {
  return remembered?.uid === readAt(live, ['metadata', 'uid']) ? remembered : undefined;
}

/** What to remember when the server answered a write of `rendered` with `answer`. */
export function remember(rendered: Rendered, answer: JsonObject, defaulting: Defaulting): Remembered {
  return {
    uid: String(readAt(answer, ['metadata', 'uid']) ?? ''),
    wanted: digestOf(defaulting(ownedParts(rendered.manifest, rendered))),
    answered: digestOf(defaulting(ownedParts(answer, rendered))),
  };
}

function planUnwanted(rendered: Rendered, input: PlanInput): readonly Action[] {
  const step = { operand: rendered.operand, key: objectKey(rendered.manifest) };
  const live = input.live(step.key);
  // there may be something to delete
  if (live.state === 'forbidden')
    return [{ ...step, verb: 'wait', obstacle: { because: 'forbidden', message: live.message } }];
  if (live.state !== 'present' || !isOurs(live.object, rendered)) return [];
  return isTerminating(live.object)
    ? [{ ...step, verb: 'wait', obstacle: { because: 'terminating' } }]
    : [{ ...step, verb: 'delete', reason: 'notWanted', live: live.object }];
}

/** An object that only has the name of one of ours stays. */
function isOurs(live: JsonObject, { manifest }: Rendered): boolean {
  const path = ['metadata', 'labels', 'app'];
  return readAt(live, path) === readAt(manifest, path);
}

/** True once deletion was asked for; finalizers may still hold the object. */
export function isTerminating(object: JsonObject): boolean {
  return typeof readAt(object, ['metadata', 'deletionTimestamp']) === 'string';
}

function isImmutable({ immutable }: Operand, found: readonly FieldDifference[]): boolean {
  return found.some(({ path }) => {
    const field = printFieldPath(path);
    return immutable.some((name) => field === name || field.startsWith(`${name}.`));
  });
}

function withCause(difference: FieldDifference, { causes, manifest }: Rendered): Difference {
  const [root] = difference.path;
  if (root === 'metadata' && readAt(manifest, difference.path) !== undefined)
    return { ...difference, cause: { kind: 'opinion', because: 'tells which objects are ours' } };
  const found = causes.find(({ path }) => isPrefix(path, difference.path) || isPrefix(difference.path, path));
  return { ...difference, cause: found?.cause };
}

function isPrefix(short: FieldPath, long: FieldPath): boolean {
  return short.length <= long.length && short.every((segment, index) => segment === long[index]);
}

/** Whether anything would be written. */
export function isSettled(actions: Plan): boolean {
  return actions.every(({ verb }) => verb === 'unchanged' || verb === 'wait');
}

/**
 * The label `component_name` of metrics: kind and name in lower case, without saying the kind twice, as the alert
 * KubeVirtCRModified shows it.
 */
export function componentName({ operand, key }: Step): string {
  const [kind, name] = [operand.kind, key.slice(key.lastIndexOf('/') + 1)].map((word) => word.toLowerCase());
  return name?.startsWith(`${kind}-`) === true ? name : `${kind}-${name}`;
}

/** The uid of an object, empty where it has none. */
export function uidOf(object: JsonObject): string {
  const { metadata } = object;
  return isJsonObject(metadata) && typeof metadata.uid === 'string' ? metadata.uid : '';
}
