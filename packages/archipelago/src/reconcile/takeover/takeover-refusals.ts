import { type JsonObject, objectAt, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { Finding } from '../../api/finding.ts';
import { keeperOf } from '../../api/keeper-of.ts';
import { downgradeRefusal } from '../downgrade.ts';
import { otherWebhookNames } from '../unreachable-webhook.ts';
import { grantFor } from './grant-for.ts';
import { installsOther, stopInVersion, versionOf } from './service-version.ts';
import { subscriptionsOf } from './subscriptions-of.ts';
import type { TakeoverFacts } from './takeover-facts.ts';
import { placeName, placeOf, type TakeoverStep } from './takeover-step.ts';

/** Why nothing may be done. */
export function refusalsOf(facts: TakeoverFacts, steps: readonly TakeoverStep[]): readonly Finding[] {
  return [
    ...unreadRefusals(facts),
    ...newerRefusal(facts),
    ...goingRefusal(facts),
    ...facts.deployments.flatMap((deployment) => strangeOwner(deployment, facts)),
    ...facts.serviceVersions.flatMap(underWay),
    ...facts.webhooks.flatMap(mixed),
    ...keptElsewhere(facts, steps),
    ...ownRefusals(facts),
  ];
}

function refusal(reason: string, message: string, more: Pick<Finding, 'at' | 'fix'>): Finding {
  return { level: 'error', reason, message, ...more };
}

/** What could not be read is not known to be absent. */
export function unreadRefusals({ unread, namespace }: TakeoverFacts): readonly Finding[] {
  return unread.map(({ resource, isNamespaced, because }) =>
    refusal('NotReadable', `could not be read, so nothing is known of them: ${because}`, {
      at: resource,
      fix: grantFor({ resource, verb: 'list', namespace: isNamespaced ? namespace : '' }),
    }),
  );
}

function nameOf(hyperConverged: JsonObject, namespace: string): string {
  return `HyperConverged ${namespace}/${textAt(hyperConverged, 'metadata', 'name')}`;
}

function newerRefusal({ hyperConverged, namespace, version }: TakeoverFacts): readonly Finding[] {
  if (hyperConverged === undefined) return [];
  const downgrade = downgradeRefusal(objectAt(hyperConverged, 'status'), version, namespace);
  const at = nameOf(hyperConverged, namespace);
  return downgrade === undefined ? [] : [refusal('DowngradeRefused', downgrade, { at })];
}

/** Who has begun to remove operands ends it. */
export function goingRefusal({ hyperConverged, namespace }: TakeoverFacts): readonly Finding[] {
  if (hyperConverged === undefined) return [];
  if (valueAt(hyperConverged, 'metadata', 'deletionTimestamp') === undefined) return [];
  return [
    refusal('BeingDeleted', 'is being deleted, and the operator that runs is to finish that', {
      at: nameOf(hyperConverged, namespace),
      fix: 'wait until it is gone',
    }),
  ];
}

function strangeOwner(
  deployment: JsonObject,
  { serviceVersions, unread }: TakeoverFacts,
): readonly Finding[] {
  const owner = versionOf(deployment);
  const isKnown = serviceVersions.some(
    (each) => textAt(each, 'metadata', 'name') === owner && installsOther(each),
  );
  const isUnread = unread.some(({ resource }) => resource.startsWith('clusterserviceversions'));
  if (owner === '' || isKnown || isUnread) return [];
  const message = `belongs to ClusterServiceVersion ${owner}, which is not there or does not install it: who would bring it back is not known`;
  const fix = `kubectl get deployment ${textAt(deployment, 'metadata', 'name')} -n ${textAt(deployment, 'metadata', 'namespace')} -o jsonpath='{.metadata.ownerReferences}{.metadata.labels}' shows whose it is; take away what is wrong`;
  return [refusal('UnknownOwner', message, { at: placeName(placeOf('Deployment', deployment)), fix })];
}

/** OLM in the middle of an installation would write over ours; one that we have changed already is not stopped by what OLM makes of it. */
function underWay(version: JsonObject): readonly Finding[] {
  const phase = textAt(version, 'status', 'phase');
  if (!installsOther(version) || stopInVersion(version) === undefined) return [];
  if (phase === '' || phase === 'Succeeded') return [];
  const place = placeOf('ClusterServiceVersion', version);
  return [
    refusal('InstallationUnderWay', `is ${phase}: OLM is at work on it`, {
      at: placeName(place),
      fix: `wait until kubectl get csv ${place.name} -n ${place.namespace} says Succeeded; archipelago doctor --topic subscription says what is in the way`,
    }),
  ];
}

/** What others have put beside it would go with it. */
function mixed(configuration: JsonObject): readonly Finding[] {
  const names = objectsAt(configuration, 'webhooks').map((each) => textAt(each, 'name'));
  const others = names.filter((name) => !otherWebhookNames.test(name));
  if (others.length === 0 || others.length === names.length) return [];
  const name = textAt(configuration, 'metadata', 'name');
  const message = `has webhooks of the other operator and also ${others.join(', ')}, which would go with it`;
  const fix = `move ${others.join(', ')} to a configuration of its own`;
  return [refusal('MixedWebhooks', message, { at: `${textAt(configuration, 'kind')} ${name}`, fix })];
}

function keptElsewhere(facts: TakeoverFacts, steps: readonly TakeoverStep[]): readonly Finding[] {
  const versions = facts.serviceVersions.filter(installsOther);
  const objects = [
    ...facts.deployments.map((each) => [placeName(placeOf('Deployment', each)), each] as const),
    ...subscriptionsOf(facts, versions).map(
      (each) => [placeName(placeOf('Subscription', each)), each] as const,
    ),
    ...facts.webhooks.map(
      (each) => [`${textAt(each, 'kind')} ${textAt(each, 'metadata', 'name')}`, each] as const,
    ),
  ];
  const written = new Set(steps.filter(({ write }) => write.verb !== 'wait').map(placeName));
  return objects.flatMap(([at, object]) => {
    const keeper = keeperOf(object);
    // Helm writes when people tell it to
    if (keeper === undefined || keeper === 'Helm' || !written.has(at)) return [];
    const fix = `take it out of what ${keeper} applies, or change it there`;
    return [refusal('KeptElsewhere', `${keeper} looks after it and would write it back`, { at, fix })];
  });
}

function ownRefusals({ own, deployments, hyperConverged, namespace }: TakeoverFacts): readonly Finding[] {
  const isNeeded = deployments.length > 0 && hyperConverged !== undefined;
  if (!isNeeded || own.leader !== '') return [];
  const message =
    own.deployment === undefined
      ? `is not in namespace ${namespace}: once the other operator has stopped, nobody would look after the operands`
      : `does not lead in namespace ${namespace}: nobody holds its lease`;
  const fix =
    own.deployment === undefined
      ? `archipelago manifests --namespace ${namespace} --image REFERENCE | kubectl apply -f -; beside the other operator it writes nothing`
      : `kubectl get pods -n ${namespace} -l app.kubernetes.io/name=archipelago shows why; it must run before anything is stopped`;
  return [refusal('NotInstalled', message, { at: 'Archipelago', fix })];
}
