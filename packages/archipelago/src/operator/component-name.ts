import { type Action, targetOf } from '../engine/plan/action.ts';

/**
 * The label `component_name` of metrics: kind and name in lower case, without saying the kind twice, as the alert
 * KubeVirtCRModified shows it.
 */
export function componentName(action: Action): string {
  const target = targetOf(action);
  const [kind, name] = [target.kind.toLowerCase(), target.name.toLowerCase()];
  return name.startsWith(`${kind}-`) ? name : `${kind}-${name}`;
}
