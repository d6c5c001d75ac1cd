import {
  conditionOf,
  isConditionTrue,
  isJsonObject,
  type JsonObject,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { millisecondsAt } from '../cluster/moments.ts';
import { matches, takes } from '../cluster/node-view.ts';
import {
  type Installed,
  installedBy,
  isErased,
  type OperatorDeployment,
  subscriptionReference,
  subscriptionsOf,
} from '../cluster/operator-deployment.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

const needs = ['subscriptions', 'serviceVersions'] as const;

/** The operator as OLM installs it. */
export const subscriptionChecks: readonly Check[] = [
  {
    code: 'VD101',
    title: 'Subscription and version are in order',
    severity: 'critical',
    confidence: 'certain',
    needs: ['subscriptions'],
    message: 'Subscription {name}: {type}: {reason}',
    impact: 'The operator is not installed, or not updated.',
    fix: 'look at the InstallPlan and the CatalogSource that the reason names',
    falsePositives:
      'copies of versions, and versions that were replaced, are left out; what is deprecated is told as information',
    find: isInOrder,
  },
  {
    code: 'VD103',
    title: 'The node selector agrees with built-in affinity',
    severity: 'critical',
    confidence: 'certain',
    needs: [...needs, 'nodes'],
    message: '{deployment} needs a control plane, and the Subscription pins it to {selector}.',
    impact: 'Its pods stay unscheduled: virtual machines can neither be made nor migrated.',
    fix: 'add affinity.nodeAffinity with the same labels to spec.config of the Subscription: it replaces the built-in one',
    falsePositives: 'nodes that have both labels',
    find: selectorAgrees,
  },
  {
    code: 'VD102',
    title: "The operator's pods find nodes",
    severity: 'critical',
    confidence: 'certain',
    needs: [...needs, 'nodes'],
    message: '{deployment} of {version} fits no node.',
    impact: 'What it does stops with the next restart of its pods.',
    fix: 'correct selector or tolerations in spec.config of the Subscription',
    falsePositives: 'all nodes that match are cordoned: told as a warning',
    find: podsFit,
  },
  {
    code: 'VD108',
    title: 'The operator runs on architectures that it supports',
    severity: 'warning',
    confidence: 'likely',
    needs: [...needs, 'nodes'],
    message: '{deployment} may be scheduled on {arch}, which {version} does not list as supported.',
    impact: 'On such a node its pods fail with "exec format error".',
    fix: 'name kubernetes.io/arch in spec.config.affinity of the Subscription',
    falsePositives: 'images of several architectures whose label is missing',
    find: architecturesAreSupported,
  },
];

const deprecations = ['Deprecated', 'PackageDeprecated', 'ChannelDeprecated', 'BundleDeprecated'];
const troubles = ['ResolutionFailed', 'InstallPlanFailed', 'BundleUnpackFailed', 'CatalogSourcesUnhealthy'];

function isInOrder(cluster: ClusterView): Outcome {
  const found = troublesOf(cluster);
  const isBlind = found.length === 0 && cluster.hasFailed('serviceVersions');
  return isBlind ? { unknown: 'the installed versions could not be read' } : found;
}

function troublesOf(cluster: ClusterView): readonly Found[] {
  return subscriptionsOf(cluster).flatMap((one): readonly Found[] => {
    const object = subscriptionReference(one);
    const about = (type: string, reason: string) => ({ object, params: { name: object.name, type, reason } });
    const type = troubles.find((name) => isConditionTrue(one, name));
    if (type !== undefined) return [about(type, textAt(conditionOf(one, type), 'reason'))];
    const stuck = stuckVersion(cluster, one);
    if (stuck !== undefined)
      return [
        { ...about(textAt(stuck, 'status', 'phase'), textAt(stuck, 'status', 'reason')), fix: ofVersion },
      ];
    const former = deprecations.find((name) => isConditionTrue(one, name));
    if (former === undefined) return [];
    return [
      {
        ...about(former, textAt(conditionOf(one, former), 'message')),
        severity: 'info',
        fix: 'look for the channel or version that replaces it',
      },
    ];
  });
}

const ofVersion = 'look at the ClusterServiceVersion that it installs: its message says what it waits for';
const tenMinutes = 10 * 60_000;

/** The version that the Subscription installs, where it has not been installed for ten minutes. */
function stuckVersion(cluster: ClusterView, subscription: JsonObject): JsonObject | undefined {
  const name = textAt(subscription, 'status', 'currentCSV') || textAt(subscription, 'status', 'installedCSV');
  return cluster.objects('serviceVersions').find((one) => {
    const status = objectAt(one, 'status');
    const since = millisecondsAt(textAt(status, 'lastTransitionTime'), cluster.now);
    return (
      textAt(one, 'metadata', 'name') === name &&
      textAt(status, 'reason') !== 'Copied' &&
      !['', 'Succeeded', 'Replacing', 'Deleting'].includes(textAt(status, 'phase')) &&
      (since === undefined || cluster.now - since > tenMinutes)
    );
  });
}

function isUnmatched(cluster: ClusterView, { config }: Installed, { template }: OperatorDeployment): boolean {
  const { nodeSelector } = config;
  const affinity = objectAt(config, 'affinity');
  if (!isJsonObject(nodeSelector) || isJsonObject(affinity.nodeAffinity) || isErased(affinity)) return false;
  const required = valueAt(
    template,
    'affinity',
    'nodeAffinity',
    'requiredDuringSchedulingIgnoredDuringExecution',
  );
  if (!isJsonObject(required)) return false;
  const both = { nodeSelector, affinity: { nodeAffinity: objectAt(template, 'affinity', 'nodeAffinity') } };
  return !cluster.nodes.some((node) => matches(both, node));
}

function selectorAgrees(cluster: ClusterView): Outcome {
  return installedBy(cluster).flatMap((one) =>
    one.deployments
      .filter((deployment) => isUnmatched(cluster, one, deployment))
      .map(({ name }) => ({
        object: subscriptionReference(one.subscription),
        params: { deployment: name, selector: objectAt(one.config, 'nodeSelector') },
      })),
  );
}

function podsFit(cluster: ClusterView): Outcome {
  return installedBy(cluster).flatMap((one) =>
    one.deployments.flatMap((deployment): readonly Found[] => {
      const fitting = cluster.nodes.filter((node) => takes(deployment.merged, node));
      if (isUnmatched(cluster, one, deployment) || fitting.some(({ isUsable }) => isUsable)) return [];
      const version = textAt(one.version, 'metadata', 'name');
      return [
        {
          object: subscriptionReference(one.subscription),
          severity: fitting.length === 0 ? 'critical' : 'warning',
          params: { deployment: deployment.name, version },
        },
      ];
    }),
  );
}

function architecturesAreSupported(cluster: ClusterView): Outcome {
  const all = [...new Set(cluster.nodes.map(({ architecture }) => architecture))].sort();
  return installedBy(cluster).flatMap(({ subscription, version, deployments }) => {
    const labels = objectAt(version, 'metadata', 'labels');
    const unsupported = all.filter((one) => labels[`operatorframework.io/arch.${one}`] !== 'supported');
    return unsupported.flatMap((arch) => {
      const nodes = cluster.nodes.filter(({ architecture }) => architecture === arch);
      const landing = deployments.find(({ merged }) => nodes.some((node) => takes(merged, node)));
      if (landing === undefined) return [];
      const params = { deployment: landing.name, arch, version: textAt(version, 'metadata', 'name') };
      return [{ object: subscriptionReference(subscription), params }];
    });
  });
}
