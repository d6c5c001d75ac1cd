import {
  conditionOf,
  isConditionTrue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberAt,
  objectAt,
  objectsAt,
  parseLabelSelector,
  textAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import { judgeByRules } from '../admission/judge-write.ts';
import { mutateWrite } from '../admission/mutate-write.ts';
import type { Call } from '../calls/call.ts';
import { readBodyFor } from '../calls/read-body-for.ts';
import { respondObject } from '../calls/respond.ts';
import { metadataOf, withMetadata } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, notFound, refuse } from '../refusals/status.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { resourceSubject } from '../resources/resource-type.ts';
import type { StoredObject } from '../storage/object-store.ts';
import { keyOf } from './create.ts';
import { checkPreconditions, deleteStored } from './delete.ts';
import type { DeleteOptions } from './delete-options.ts';

const BUDGETS = 'policy/poddisruptionbudgets';

/** POST of `pods/NAME/eviction`: a deletion that PodDisruptionBudgets are asked about. */
export function evict(call: Call): ApiResponse | Refusal {
  const body = readBodyFor(call);
  if (body instanceof Refusal) return body;
  const other = otherKind(body.object);
  if (other !== undefined) return other;
  const named = textAt(metadataOf(body.object), 'name');
  if (named !== '' && named !== call.name)
    return badRequest(`name in URL does not match name in Eviction object: ${call.name} != ${named}`);
  const stored = call.server.store.get(keyOf(call, call.name));
  if (stored === undefined) return notFound(resourceSubject(call.type), call.name);
  const eviction = admitEviction(call, body.object);
  if (eviction instanceof Refusal) return eviction;
  const options = optionsOf(eviction);
  const refused = askBudget(call, stored, options.dryRun);
  if (refused !== undefined) return refused;
  const deletion = disrupt(call, stored, options);
  if (deletion instanceof Refusal) return deletion;
  const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
  return respondObject(201, success, call.negotiated.format);
}

function otherKind(body: JsonObject): Refusal | undefined {
  const [kind, apiVersion] = [textAt(body, 'kind') || 'Eviction', textAt(body, 'apiVersion') || 'policy/v1'];
  if (kind === 'Eviction') return undefined;
  const version = apiVersion.split('/').at(-1);
  return badRequest(
    `${kind} in version "${version}" cannot be handled as a Eviction: converting (${version}.${kind}) to (policy.Eviction): unknown conversion`,
  );
}

/** The Eviction after those who may change or refuse it. The deletion of the pod is not judged once more. */
function admitEviction(call: Call, body: JsonObject): JsonObject | Refusal {
  const placed = withMetadata(body, { name: call.name, namespace: call.namespace });
  const eviction = { ...placed, apiVersion: 'policy/v1', kind: 'Eviction' };
  const { dryRun } = optionsOf(body);
  const write = { operation: 'CREATE', object: eviction, old: undefined, dryRun } as const;
  const object = mutateWrite(call, write);
  if (object instanceof Refusal) return object;
  return judgeByRules(call, { ...write, object }) ?? object;
}

/** The pod first says why it goes, for those who wait for its end: a job does not count that as a failure. */
function disrupt(call: Call, stored: StoredObject, options: DeleteOptions): ReturnType<typeof deleteStored> {
  const refused = checkPreconditions(call, stored, options);
  if (refused !== undefined) return refused;
  if (options.dryRun) return deleteStored(call, stored, options);
  const target = withDisruption(stored.object, timestamp(call.server.environment.now()));
  const told = call.server.store.put(stored.key, target);
  return deleteStored(call, told, { ...options, resourceVersion: '' });
}

function withDisruption(pod: JsonObject, now: string): JsonObject {
  const type = 'DisruptionTarget';
  const before = conditionOf(pod, type);
  const since = before?.status === 'True' ? textAt(before, 'lastTransitionTime') : now;
  const condition = {
    type,
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: since,
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  };
  const others = objectsAt(pod, 'status', 'conditions').filter((each) => each.type !== type);
  return { ...pod, status: { ...objectAt(pod, 'status'), conditions: [...others, condition] } };
}

function optionsOf(eviction: JsonObject): DeleteOptions {
  const options = objectAt(eviction, 'deleteOptions');
  const preconditions = objectAt(options, 'preconditions');
  return {
    dryRun: Array.isArray(options.dryRun) && options.dryRun.includes('All'),
    propagation: undefined,
    uid: textAt(preconditions, 'uid'),
    resourceVersion: textAt(preconditions, 'resourceVersion'),
    gracePeriodSeconds: numberAt(options, 'gracePeriodSeconds'),
  };
}

/** A pod that does nothing yet, or nothing any more, disrupts nothing. */
function isIgnored(pod: JsonObject): boolean {
  const isTerminating = valueAt(metadataOf(pod), 'deletionTimestamp') !== undefined;
  return isTerminating || ['Succeeded', 'Failed', 'Pending', ''].includes(textAt(pod, 'status', 'phase'));
}

function askBudget(call: Call, { object: pod, key }: StoredObject, dryRun: boolean): Refusal | undefined {
  if (isIgnored(pod)) return undefined;
  const labels = textMap(objectAt(metadataOf(pod), 'labels'));
  const budgets = call.server.store
    .list(BUDGETS, key.namespace)
    .filter(({ object }) => covers(object, labels));
  const [budget] = budgets;
  if (budget === undefined) return undefined;
  if (budgets.length > 1)
    return refuse({
      code: 500,
      message:
        'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    });
  return isFreeOf(budget.object, pod) ? undefined : takeFrom(call, budget, { pod: key.name, dryRun });
}

function textMap(labels: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(labels).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function covers(budget: JsonObject, labels: Readonly<Record<string, string>>): boolean {
  const selector: JsonValue | undefined = valueAt(budget, 'spec', 'selector');
  if (!isJsonObject(selector)) return false;
  const parsed = parseLabelSelector(selector);
  return parsed.ok && parsed.selector.matches(labels);
}

/** Whether a pod that is not ready may go whatever is left of the budget. */
function isFreeOf(budget: JsonObject, pod: JsonObject): boolean {
  if (isConditionTrue(pod, 'Ready')) return false;
  if (textAt(budget, 'spec', 'unhealthyPodEvictionPolicy') === 'AlwaysAllow') return true;
  const desired = numberAt(budget, 'status', 'desiredHealthy') ?? 0;
  return desired > 0 && (numberAt(budget, 'status', 'currentHealthy') ?? 0) >= desired;
}

/** One disruption less, which nobody fills up again: there is no disruption controller here. */
function takeFrom(
  call: Call,
  { key, object }: StoredObject,
  { pod, dryRun }: { readonly pod: string; readonly dryRun: boolean },
): Refusal | undefined {
  const count = (name: string) => numberAt(object, 'status', name) ?? 0;
  if (count('observedGeneration') < (numberAt(metadataOf(object), 'generation') ?? 0))
    return violates(`The disruption budget ${key.name} is still being processed by the server.`, 10);
  if (count('disruptionsAllowed') <= 0)
    return violates(
      `The disruption budget ${key.name} needs ${count('desiredHealthy')} healthy pods and has ${count('currentHealthy')} currently`,
    );
  if (dryRun) return undefined;
  const status = objectAt(object, 'status');
  const disruptedPods = {
    ...objectAt(status, 'disruptedPods'),
    [pod]: timestamp(call.server.environment.now()),
  };
  const disruptionsAllowed = count('disruptionsAllowed') - 1;
  call.server.store.put(key, { ...object, status: { ...status, disruptionsAllowed, disruptedPods } });
  return undefined;
}

function violates(message: string, retryAfter?: number): Refusal {
  const wait = retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter };
  return refuse({
    code: 429,
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    reason: 'TooManyRequests',
    details: { causes: [{ reason: 'DisruptionBudget', message }], ...wait },
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}
