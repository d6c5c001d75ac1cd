import {
  isConditionTrue,
  type JsonObject,
  type KubernetesObject,
  numberAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { containerStatuses } from './container-statuses.ts';

/** What a failed pod means for its job. */
type FailureAction =
  | { readonly action: 'Count' }
  | { readonly action: 'Ignore' }
  | { readonly action: 'FailJob'; readonly message: string };

/** By `spec.podFailurePolicy`: the first rule that matches; without one the failure counts. */
export function failureAction(job: KubernetesObject, pod: KubernetesObject): FailureAction {
  for (const [index, rule] of objectsAt(job, 'spec', 'podFailurePolicy', 'rules').entries()) {
    const match = matchOf(rule, pod);
    if (match === undefined) continue;
    const action = textAt(rule, 'action');
    if (action === 'Ignore') return { action };
    if (action !== 'FailJob') return { action: 'Count' };
    return { action, message: `${match} matching FailJob rule at index ${index}` };
  }
  return { action: 'Count' };
}

/** What matched, in the job controller's words. */
function matchOf(rule: JsonObject, pod: KubernetesObject): string | undefined {
  const { namespace = '', name } = pod.metadata;
  if (valueAt(rule, 'onExitCodes') !== undefined) {
    const container = containerStatuses(pod).find((one) => hasCode(rule, one));
    const code = numberAt(container, 'state', 'terminated', 'exitCode');
    return container === undefined
      ? undefined
      : `Container ${textAt(container, 'name')} for pod ${namespace}/${name} failed with exit code ${code}`;
  }
  const pattern = objectsAt(rule, 'onPodConditions').find(
    (one) => (textAt(one, 'status') || 'True') === 'True' && isConditionTrue(pod, textAt(one, 'type')),
  );
  return pattern && `Pod ${namespace}/${name} has condition ${textAt(pattern, 'type')}`;
}

/** Containers that ended well never match. */
function hasCode(rule: JsonObject, container: JsonObject): boolean {
  const only = textAt(rule, 'onExitCodes', 'containerName');
  const code = numberAt(container, 'state', 'terminated', 'exitCode') ?? 0;
  if (code === 0 || (only !== '' && only !== textAt(container, 'name'))) return false;
  const values = valueAt(rule, 'onExitCodes', 'values');
  const isListed = Array.isArray(values) && values.includes(code);
  return textAt(rule, 'onExitCodes', 'operator') === 'In' ? isListed : !isListed;
}
