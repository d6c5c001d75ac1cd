import { growingList } from '../values/arithmetic.ts';
import {
  type CelValue,
  celError,
  isError,
  isList,
  isMap,
  type ListValue,
  type MapValue,
} from '../values/cel-value.ts';
import { goTypeName } from '../values/go-type-name.ts';
import { createMap } from '../values/map-value.ts';
import type { CostTracker, Frame } from './cost-tracker.ts';
import type { PlainStep, Step } from './step.ts';

/** The planned parts of a comprehension. */
interface FoldParts {
  readonly id: number;
  readonly iterVar: string;
  readonly iterVar2: string | undefined;
  readonly accuVar: string;
  readonly range: Step;
  readonly accu: Step;
  readonly condition: Step;
  readonly step: Step;
  readonly result: Step;
}

interface FoldFrame extends Frame {
  accu: CelValue | undefined;
  first: CelValue | undefined;
  second: CelValue | undefined;
  /** The result does not see the loop variables. */
  inResult: boolean;
}

/** Macros collect into an empty list or map; it grows in place, or collecting would take quadratic time. */
function initialValue(value: CelValue): CelValue {
  if (isList(value) && value.items.length === 0) return growingList();
  return isMap(value) && value.size === 0 ? createMap() : value;
}

function createFrame(parts: FoldParts, outer: Frame): FoldFrame {
  const frame: FoldFrame = {
    tracker: outer.tracker,
    accu: undefined,
    first: undefined,
    second: undefined,
    inResult: false,
    lookup: (name) => {
      if (name === parts.accuVar) {
        frame.accu ??= initialValue(parts.accu.evaluate(outer));
        return frame.accu;
      }
      if (!frame.inResult && name === parts.iterVar) return frame.first;
      if (!frame.inResult && name === parts.iterVar2) return frame.second;
      return outer.lookup(name);
    },
  };
  return frame;
}

/** Runs one turn; false when the loop is over. */
function turn(parts: FoldParts, frame: FoldFrame): boolean {
  if (parts.condition.evaluate(frame) === false) return false;
  frame.accu = parts.step.evaluate(frame);
  return true;
}

function frozen(value: CelValue): CelValue {
  return isList(value) && 'growing' in value ? { kind: 'list', items: value.items } : value;
}

type Pairs = Iterable<readonly [CelValue, CelValue | undefined]>;

function* listPairs(list: ListValue, two: boolean): Pairs {
  for (const [index, item] of list.items.entries()) yield two ? [BigInt(index), item] : [item, undefined];
}

function* mapPairs(map: MapValue, two: boolean): Pairs {
  for (const key of map.keys()) yield [key, two ? map.find(key) : undefined];
}

function pairsOf(range: CelValue, two: boolean): Pairs | undefined {
  if (isList(range)) return listPairs(range, two);
  return isMap(range) ? mapPairs(range, two) : undefined;
}

function evaluateFold(parts: FoldParts, outer: Frame): CelValue {
  const range = parts.range.evaluate(outer);
  if (isError(range)) return range;
  const pairs = pairsOf(range, parts.iterVar2 !== undefined);
  if (pairs === undefined) return celError(`got '${goTypeName(range)}', expected iterable type`);
  const frame = createFrame(parts, outer);
  for (const [first, second] of pairs) {
    frame.first = first;
    frame.second = second;
    if (!turn(parts, frame)) break;
  }
  frame.inResult = true;
  return frozen(parts.result.evaluate(frame));
}

function finish(tracker: CostTracker, parts: FoldParts): void {
  tracker.drop(parts.range.id());
  tracker.push(parts.id);
}

/** A comprehension: the accumulator is made on its first use. */
export function foldStep(parts: FoldParts): PlainStep {
  return {
    kind: 'plain',
    id: () => parts.id,
    evaluate: (frame) => {
      const value = evaluateFold(parts, frame);
      finish(frame.tracker, parts);
      return value;
    },
  };
}
