import { type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { Finding } from '../../api/finding.ts';
import { otherWebhookNames } from '../unreachable-webhook.ts';
import { replicasOf } from './replicas-of.ts';
import { installsOther, stopInVersion } from './service-version.ts';
import { subscriptionsOf } from './subscriptions-of.ts';
import type { TakeoverFacts } from './takeover-facts.ts';
import { refusalsOf } from './takeover-refusals.ts';
import { patchOf, placeOf, type TakeoverKind, type TakeoverStep, uidOf } from './takeover-step.ts';

/** What would be done so that Archipelago takes over. */
export interface TakeoverPlan {
  /** While there is any, nothing is done. */
  readonly refusals: readonly Finding[];
  /** In the order in which they are done; none: it is done. */
  readonly steps: readonly TakeoverStep[];
}

/**
 * Facts in, steps out: a step that is done is not among them, so that a takeover which was interrupted goes on where it ended. First comes what
 * would bring the other operator back, then its webhooks, which without their server would refuse every edit, and the operator last.
 */
export function planTakeover(facts: TakeoverFacts): TakeoverPlan {
  const versions = facts.serviceVersions.filter(installsOther);
  const steps = [
    ...subscriptionsOf(facts, versions).flatMap(holdUpgrades),
    ...versions.flatMap((version) => stopInVersion(version) ?? []),
    ...facts.webhooks.filter(isOthers).map(removeWebhook),
    ...facts.deployments.flatMap(stop),
    ...facts.deployments.flatMap(awaitEnd),
  ];
  return { steps, refusals: refusalsOf(facts, steps) };
}

function holdUpgrades(subscription: JsonObject): readonly TakeoverStep[] {
  const approval = textAt(subscription, 'spec', 'installPlanApproval');
  if (approval === 'Manual') return [];
  const place = placeOf('Subscription', subscription);
  return [
    {
      ...place,
      changes: [{ field: 'spec.installPlanApproval', before: approval || undefined, after: 'Manual' }],
      because: 'an upgrade would install the other operator again',
      write: patchOf(subscription, { spec: { installPlanApproval: 'Manual' } }),
      former: { ...place, uid: uidOf(subscription), approval: approval === '' ? null : approval },
    },
  ];
}

/** Whether the other operator is asked by a webhook of it. */
export function isOthers(configuration: JsonObject): boolean {
  return objectsAt(configuration, 'webhooks').some((each) => otherWebhookNames.test(textAt(each, 'name')));
}

/** Which of the two kinds. */
export function webhookKind(
  configuration: JsonObject,
): Extract<TakeoverKind, `${string}WebhookConfiguration`> {
  return configuration.kind === 'MutatingWebhookConfiguration'
    ? 'MutatingWebhookConfiguration'
    : 'ValidatingWebhookConfiguration';
}

function removeWebhook(configuration: JsonObject): TakeoverStep {
  const place = placeOf(webhookKind(configuration), configuration);
  return {
    ...place,
    changes: [],
    because:
      'without its server the API server would refuse what it is asked about: edits of the HyperConverged, the deletion of its namespace',
    write: { verb: 'delete', uid: uidOf(configuration) },
    former: { ...place, object: newObject(configuration) },
  };
}

/** Without what the server gives to each object. */
function newObject(object: JsonObject): JsonObject {
  const { name, labels, annotations } = objectAt(object, 'metadata');
  const metadata = {
    ...{ name: name ?? '' },
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  return { ...object, metadata };
}

function stop(deployment: JsonObject): readonly TakeoverStep[] {
  const { wanted } = replicasOf(deployment);
  if (wanted === 0) return [];
  const place = placeOf('Deployment', deployment);
  return [
    {
      ...place,
      changes: [{ field: 'spec.replicas', before: wanted, after: 0 }],
      because: "two operators would undo each other's work",
      write: patchOf(deployment, { spec: { replicas: 0 } }),
      former: { ...place, uid: uidOf(deployment), replicas: wanted },
    },
  ];
}

function awaitEnd(deployment: JsonObject): readonly TakeoverStep[] {
  const { running } = replicasOf(deployment);
  if (running === 0) return [];
  return [
    {
      ...placeOf('Deployment', deployment),
      changes: [{ field: 'status.replicas', before: running, after: 0 }],
      because: 'Archipelago writes nothing while a pod of the other operator is left',
      write: { verb: 'wait' },
    },
  ];
}
