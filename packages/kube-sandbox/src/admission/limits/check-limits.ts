import { type JsonObject, objectAt, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { Call } from '../../calls/call.ts';
import { metadataOf } from '../../json/json-access.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { forbidden } from '../../refusals/status.ts';
import { amountsOf } from '../../resources/amounts.ts';
import { resourceSubject } from '../../resources/resource-type.ts';
import type { Write } from '../policies/policy-review.ts';
import {
  type Asked,
  aboveMaximum,
  aboveRatio,
  asksAboveMaximum,
  type Bound,
  belowMinimum,
} from './constraints.ts';
import { limitRanges } from './limit-items.ts';
import { containerAmounts, podAmounts } from './pod-amounts.ts';

/** What the LimitRanges of the namespace say against a pod or a claim; of several the first that says something. */
export function checkLimits(call: Call, write: Write): Refusal | undefined {
  const { object, old } = write;
  if (object === undefined || !isLimited(call, write)) return undefined;
  if (old !== undefined && valueAt(metadataOf(old), 'deletionTimestamp') !== undefined) return undefined;
  for (const items of limitRanges(call)) {
    const problems = items.flatMap((item) => problemsOf(call, item, object));
    const told = problems.length === 1 ? problems.join('') : `[${problems.join(', ')}]`;
    if (problems.length > 0)
      return forbidden(resourceSubject(call.type), textAt(metadataOf(object), 'name'), told);
  }
  return undefined;
}

/** What pods ask for does not change after their creation. */
function isLimited({ type, subresource }: Call, { operation }: Write): boolean {
  if (operation === 'DELETE' || subresource !== '') return false;
  if (type.storage === '/pods') return operation === 'CREATE';
  return type.storage === '/persistentvolumeclaims';
}

type Rule = (bound: Bound, asked: Asked) => string | undefined;

function judged(item: JsonObject, asked: Asked, rules: readonly (readonly [string, Rule])[]) {
  return rules.flatMap(([field, rule]) =>
    [...amountsOf(objectAt(item, field))].flatMap(
      ([resource, quantity]) => rule({ type: textAt(item, 'type'), resource, quantity }, asked) ?? [],
    ),
  );
}

const forPods = [
  ['min', belowMinimum],
  ['max', aboveMaximum],
  ['maxLimitRequestRatio', aboveRatio],
] as const;
const forClaims = [
  ['min', belowMinimum],
  ['max', asksAboveMaximum],
] as const;

function problemsOf({ type }: Call, item: JsonObject, object: JsonObject): readonly string[] {
  const spec = objectAt(object, 'spec');
  const limited = textAt(item, 'type');
  if (type.storage === '/persistentvolumeclaims') {
    const asked = { requests: amountsOf(objectAt(spec, 'resources', 'requests')), limits: new Map() };
    return limited === 'PersistentVolumeClaim' ? judged(item, asked, forClaims) : [];
  }
  if (limited === 'Pod') {
    const asked = { requests: podAmounts(spec, 'requests'), limits: podAmounts(spec, 'limits') };
    return judged(item, asked, forPods);
  }
  if (limited !== 'Container') return [];
  return ['containers', 'initContainers']
    .flatMap((list) => objectsAt(spec, list))
    .flatMap((container) => {
      const requests = containerAmounts(container, 'requests');
      return judged(item, { requests, limits: containerAmounts(container, 'limits') }, forPods);
    });
}
