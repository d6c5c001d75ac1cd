import { type JsonObject, jsonEqual, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { Call } from '../../calls/call.ts';
import { metadataOf } from '../../json/json-access.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { forbidden, invalid } from '../../refusals/status.ts';
import { kindSubject, resourceSubject } from '../../resources/resource-type.ts';
import type { Write } from '../policies/policy-review.ts';
import { judgePod } from './judge-pod.ts';
import { podOf, templateOf } from './pod-of.ts';
import { type LevelVersion, type PodPolicy, podPolicy, strictness } from './pod-policy.ts';
import type { JudgedPod, Violation } from './pod-text.ts';
import { violatingPods } from './violating-pods.ts';

/** What Pod Security admission says against a write, by the labels of the namespace; warnings are added to the call's. */
export function checkPodSecurity(call: Call, write: Write): Refusal | undefined {
  const { object, operation } = write;
  if (object === undefined || operation === 'DELETE') return undefined;
  if (call.type.storage === '/namespaces') return checkNamespace(call, object, write.old);
  if (call.type.storage === '/pods') return checkPod(call, object, write.old);
  const template = call.subresource === '' ? templateOf(call.type.storage, object) : undefined;
  const policy = template === undefined ? undefined : policyOf(call);
  if (template !== undefined && policy !== undefined) warn(call, policy.warn, template);
  return undefined;
}

function labelsOf(namespace: JsonObject): JsonObject {
  return objectAt(metadataOf(namespace), 'labels');
}

/** Undefined where nothing is asked for. */
function policyOf({ server, namespace = '' }: Call): PodPolicy | undefined {
  const stored = server.store.get({ resource: '/namespaces', namespace: '', name: namespace });
  const policy = podPolicy(labelsOf(stored?.object ?? {}));
  const isIdle = policy.enforce.level === 'privileged' && policy.warn.level === 'privileged';
  return isIdle ? undefined : policy;
}

function told(violations: readonly Violation[]): string {
  return violations.map(({ reason, detail }) => `${reason} (${detail})`).join(', ');
}

function warn(call: Call, policy: LevelVersion, pod: JudgedPod): void {
  const violations = judgePod(policy, pod);
  if (violations.length > 0)
    call.warnings.push(`would violate PodSecurity "${policy.text}": ${told(violations)}`);
}

/** Subresources through which containers come or change. */
const changing = new Set(['', 'ephemeralcontainers', 'resize']);

function checkPod(call: Call, object: JsonObject, old: JsonObject | undefined): Refusal | undefined {
  if (!changing.has(call.subresource) || (old !== undefined && haveSameImages(object, old))) return undefined;
  const policy = policyOf(call);
  if (policy === undefined) return undefined;
  const pod = podOf(object);
  const violations = judgePod(policy.enforce, pod);
  if (violations.length === 0) {
    warn(call, policy.warn, pod);
    return undefined;
  }
  const problem = `violates PodSecurity "${policy.enforce.text}": ${told(violations)}`;
  return forbidden(resourceSubject(call.type), textAt(metadataOf(object), 'name'), problem);
}

/** Nothing else of a pod that could matter here changes after its creation. */
function haveSameImages(object: JsonObject, old: JsonObject): boolean {
  return ['initContainers', 'containers', 'ephemeralContainers'].every((list) => {
    const images = (pod: JsonObject) =>
      objectsAt(pod, 'spec', list).map((container) => [
        textAt(container, 'name'),
        textAt(container, 'image'),
      ]);
    return jsonEqual(images(object), images(old));
  });
}

function checkNamespace(call: Call, object: JsonObject, old: JsonObject | undefined): Refusal | undefined {
  if (call.subresource !== '') return undefined;
  const policy = podPolicy(labelsOf(object));
  const before = old === undefined ? undefined : podPolicy(labelsOf(old));
  const name = textAt(metadataOf(object), 'name');
  const knownErrors = before?.errors ?? [];
  if (policy.errors.length > 0 && JSON.stringify(policy.errors) !== JSON.stringify(knownErrors))
    return invalid(kindSubject(call.type), name, policy.errors);
  if (before !== undefined && isStricter(policy.enforce, before.enforce))
    call.warnings.push(...violatingPods(call.server.store.list('/pods', name), policy.enforce, name));
  return undefined;
}

function isStricter(policy: LevelVersion, before: LevelVersion): boolean {
  if (policy.level === 'privileged' || policy.text === before.text) return false;
  return policy.version !== before.version || strictness(policy.level) > strictness(before.level);
}
