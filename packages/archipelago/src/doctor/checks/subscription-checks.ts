import { conditionOf, isJsonObject, objectAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { matches, takes } from '../cluster/node-view.ts';
import {
  type Installed,
  installedBy,
  isErased,
  type OperatorDeployment,
  subscriptionReference,
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
    falsePositives: 'copies of versions, and versions that were replaced, are left out',
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
    message: '{deployment} may be scheduled on {architecture}, which {version} does not list as supported.',
    impact: 'On such a node its pods fail with "exec format error".',
    fix: 'name kubernetes.io/arch in spec.config.affinity of the Subscription',
    falsePositives: 'images of several architectures whose label is missing',
    find: architecturesAreSupported,
  },
];

function installed(cluster: ClusterView): readonly Installed[] {
  return installedBy(cluster.objects('subscriptions'), cluster.objects('serviceVersions'));
}

const troubles = ['ResolutionFailed', 'InstallPlanFailed', 'BundleUnpackFailed', 'CatalogSourcesUnhealthy'];

function isInOrder(cluster: ClusterView): Outcome {
  return cluster.objects('subscriptions').flatMap((one): readonly Found[] => {
    const object = subscriptionReference(one);
    const type = troubles.find((name) => conditionOf(one, name)?.status === 'True');
    if (type === undefined) return [];
    const reason = textAt(conditionOf(one, type), 'reason');
    return [{ object, params: { name: object.name, type, reason } }];
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
  return installed(cluster).flatMap((one) =>
    one.deployments
      .filter((deployment) => isUnmatched(cluster, one, deployment))
      .map(({ name }) => ({
        object: subscriptionReference(one.subscription),
        params: { deployment: name, selector: objectAt(one.config, 'nodeSelector') },
      })),
  );
}

function podsFit(cluster: ClusterView): Outcome {
  return installed(cluster).flatMap((one) =>
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
  return installed(cluster).flatMap(({ subscription, version, deployments }) => {
    const labels = objectAt(version, 'metadata', 'labels');
    const unsupported = all.filter((one) => labels[`operatorframework.io/arch.${one}`] !== 'supported');
    return unsupported.flatMap((architecture) => {
      const nodes = cluster.nodes.filter((node) => node.architecture === architecture);
      const landing = deployments.find(({ merged }) => nodes.some((node) => takes(merged, node)));
      if (landing === undefined) return [];
      const params = { deployment: landing.name, architecture, version: textAt(version, 'metadata', 'name') };
      return [{ object: subscriptionReference(subscription), params }];
    });
  });
}
