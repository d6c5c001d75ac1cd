import { type KubernetesObject, objectsAt, textAt } from '@archipelago/apimachinery';
import { serviceVersionOf } from '../service-version-of.ts';
import { otherWebhookNames } from '../unreachable-webhook.ts';

/** An object of another operator that nobody looks after any more. */
export interface LeftBehind {
  /** `Service/namespace/name`. */
  readonly object: string;
  /** What is known of it that matters. */
  readonly because: string;
  /** What takes it away. */
  readonly command: string;
}

/** An object, and how `kubectl` calls its kind. */
export interface Found {
  /** `services`, `consoleplugins.console.openshift.io`. */
  readonly kind: string;
  readonly object: KubernetesObject;
}

/** Values of the label `name` that the HyperConverged Cluster Operator installs its own parts with; operators of its operands have others. */
export const partNames = [
  'hyperconverged-cluster-operator',
  'hyperconverged-cluster-webhook',
  'hyperconverged-cluster-cli-download',
] as const;

/** What it makes while it runs carries this, operands included. */
export const madeBy = ['app.kubernetes.io/managed-by', 'hco-operator'] as const;

/** What of the objects found on a cluster is the HyperConverged Cluster Operator's, and no operand of ours. */
export function leftBehind(found: readonly Found[], ours: ReadonlySet<string>): readonly LeftBehind[] {
  const all = new Map(found.map((each) => [keyOf(each.object), each]));
  return [...all]
    .filter(([key, { object }]) => !ours.has(key) && (isPart(object) || isMade(object) || asks(object)))
    .map(([key, each]) => ({ object: key, because: becauseOf(each.object), command: commandFor(each) }))
    .sort((a, b) => (a.object < b.object ? -1 : 1));
}

/** As operands are called. */
function keyOf({ kind, metadata }: KubernetesObject): string {
  const { namespace, name } = metadata;
  return [kind, namespace, name].filter((part) => part !== undefined).join('/');
}

function isPart({ metadata }: KubernetesObject): boolean {
  const name = metadata.labels?.name;
  return partNames.some((each) => each === name);
}

function isMade({ metadata }: KubernetesObject): boolean {
  return metadata.labels?.[madeBy[0]] === madeBy[1];
}

function asks(object: KubernetesObject): boolean {
  return objectsAt(object, 'webhooks').some((webhook) => otherWebhookNames.test(textAt(webhook, 'name')));
}

function becauseOf(object: KubernetesObject): string {
  if (asks(object))
    return 'once the webhook is gone, the API server refuses what it is asked about: edits of the HyperConverged, the deletion of its namespace';
  return isPart(object) ? 'a part of the HyperConverged Cluster Operator' : 'it was made by it';
}

function commandFor({ kind, object }: Found): string {
  const { namespace, name, labels = {} } = object.metadata;
  const where = namespace === undefined ? '' : ` -n ${namespace}`;
  const csv = serviceVersionOf(object.metadata) ?? labels['olm.owner'];
  const remove = `kubectl delete ${kind} ${name}${where}`;
  return csv === undefined
    ? remove
    : `take it out of ClusterServiceVersion ${csv} first, or OLM brings it back; then ${remove}`;
}
