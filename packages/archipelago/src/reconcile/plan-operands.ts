import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, valueAt } from '@archipelago/apimachinery';
import { seenObject } from '../api/seen-object.ts';
import { type Operand, objectKey } from '../config/framework/operand.ts';
import type { Rendered } from '../config/render.ts';
import { creates, planOf } from '../engine/plan/plan-item.ts';
import type { Identified, Unwanted } from './desired-objects.ts';
import type { Live } from './live.ts';
import { inTheWay } from './operand-finding.ts';
import { missingImage } from './operand-image.ts';
import { operandObject } from './operand-object.ts';
import type { OperandItem, OperandPlan } from './operand-plan.ts';
import { planPresent } from './plan-present.ts';
import type { Remembered } from './remember.ts';
import type { Defaulting } from './server-defaults.ts';

/** What decides what is to be done about operands. */
export interface OperandsInput {
  readonly wanted: readonly Rendered[];
  readonly unwanted: readonly Unwanted[];
  /** What is known of an operand's one object. */
  readonly live: (operand: Operand) => Live;
  /** By `Kind/namespace/name`. */
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
export function planOperands(input: OperandsInput): OperandPlan {
  const items = [
    ...input.wanted.flatMap((rendered) => planWanted(rendered, input)),
    ...input.unwanted.flatMap((one) => planUnwanted(one, input.live(one.operand))),
  ];
  return {
    ...planOf(items.flatMap((item) => (item.kind === 'lesson' ? [] : [item]))),
    learned: items.flatMap((item) => (item.kind === 'lesson' ? [item.lesson] : [])),
  };
}

function planWanted(rendered: Rendered, input: OperandsInput): readonly OperandItem[] {
  const { operand, manifest } = rendered;
  const live = input.live(operand);
  const held = heldUp(rendered, live);
  if (held.length > 0) return held;
  if (isInstalledSo(rendered, live)) return [];
  const finding = missingImage(rendered);
  if (finding !== undefined) return [{ kind: 'finding', finding }];
  const after = input.wanted.flatMap((one) =>
    operand.after.includes(one.operand) ? [objectKey(one.manifest)] : [],
  );
  if (live.state !== 'present') return [creates(operandObject(operand, manifest), 'it is missing', after)];
  const remembered = input.remembered(objectKey(manifest));
  return planPresent(rendered, { live, remembered, defaulting: input.defaulting(operand), after });
}

/** The installation's, with labels of its own: what it says is what counts. */
function isInstalledSo({ operand, manifest }: Rendered, live: Live): boolean {
  if (!operand.isInstalled || live.state !== 'present') return false;
  const { apiVersion: _, kind: __, metadata: ___, ...wanted } = manifest;
  const found = Object.fromEntries(Object.keys(wanted).map((field) => [field, live.object[field]]));
  return isDeepStrictEqual(found, wanted);
}

function planUnwanted(unwanted: Unwanted, live: Live): readonly OperandItem[] {
  // it came with the installation, and goes with it
  if (unwanted.operand.isInstalled) return [];
  const held = heldUp(unwanted, live);
  // what may not be looked at may be there
  if (live.state === 'forbidden') return held;
  if (live.state !== 'present' || !isOurs(live.object, unwanted)) return [];
  if (held.length > 0) return held;
  const { operand, because } = unwanted;
  const object = seenObject(operandObject(operand, live.object));
  return [{ kind: 'action', action: { kind: 'delete', because, object, precondition: 'uid' } }];
}

function heldUp(one: Identified, live: Live): readonly OperandItem[] {
  const finding = inTheWay(one, live);
  return finding === undefined ? [] : [{ kind: 'finding', finding }];
}

/** An object that only has the name of one of ours stays. */
function isOurs(live: JsonObject, { manifest }: Unwanted): boolean {
  const path = ['metadata', 'labels', 'app'] as const;
  return valueAt(live, ...path) === valueAt(manifest, ...path);
}
