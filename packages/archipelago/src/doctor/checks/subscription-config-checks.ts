import {
  isJsonObject,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import {
  type Installed,
  installedBy,
  isErased,
  subscriptionReference,
} from '../cluster/operator-deployment.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

const needs = ['subscriptions', 'serviceVersions'] as const;

/** What a Subscription changes of the operator, field by field. */
export const subscriptionConfigChecks: readonly Check[] = [
  {
    code: 'VD104',
    title: 'No empty podAntiAffinity',
    severity: 'warning',
    confidence: 'certain',
    needs,
    message: 'podAntiAffinity: {} makes OLM drop the whole affinity, node affinity included.',
    impact: 'Pods of the operator run anywhere.',
    fix: 'remove podAntiAffinity from spec.config.affinity',
    falsePositives: 'releases of OLM in which this is mended',
    find: antiAffinityIsKept,
  },
  {
    code: 'VD106',
    title: 'spec.config.selector is not used',
    severity: 'info',
    confidence: 'certain',
    needs: ['subscriptions'],
    message: 'spec.config.selector is ignored: the settings apply to every Deployment of the operator.',
    impact: 'Settings reach more than was meant.',
    fix: 'remove the field',
    commands: [
      `kubectl patch subscriptions.operators.coreos.com {name} -n {namespace} --type merge -p '{"spec":{"config":{"selector":null}}}'`,
    ],
    falsePositives: 'none',
    find: selectorIsUnused,
  },
  {
    code: 'VD107',
    title: 'Every volume mount has its volume',
    severity: 'critical',
    confidence: 'certain',
    needs,
    message: 'The volume mount {mount} of spec.config has no volume: OLM cannot make the Deployments.',
    impact: 'The operator is not installed.',
    fix: 'add the volume to spec.config.volumes, or remove the mount',
    falsePositives: 'none',
    find: mountsHaveVolumes,
  },
];

function installed(cluster: ClusterView): readonly Installed[] {
  return installedBy(cluster.objects('subscriptions'), cluster.objects('serviceVersions'));
}

function antiAffinityIsKept(cluster: ClusterView): Outcome {
  return installed(cluster).flatMap(({ subscription, config, deployments }): readonly Found[] => {
    const affinity = objectAt(config, 'affinity');
    if (!isErased(affinity)) return [];
    const isLost = [affinity, ...deployments.map(({ template }) => objectAt(template, 'affinity'))].some(
      ({ nodeAffinity, podAffinity }) => isJsonObject(nodeAffinity) || isJsonObject(podAffinity),
    );
    return isLost ? [{ object: subscriptionReference(subscription), params: {} }] : [];
  });
}

function selectorIsUnused(cluster: ClusterView): Outcome {
  return cluster
    .objects('subscriptions')
    .filter((one) => isJsonObject(valueAt(one, 'spec', 'config', 'selector')))
    .map((one) => {
      const { namespace, name } = subscriptionReference(one);
      return { object: subscriptionReference(one), params: { name, namespace } };
    });
}

function mountsHaveVolumes(cluster: ClusterView): Outcome {
  const names = (all: readonly JsonObject[]) => all.map((one) => textAt(one, 'name'));
  return installed(cluster).flatMap(({ subscription, config, deployments }) => {
    const added = names(objectsAt(config, 'volumes'));
    const isEverywhere = (name: string) =>
      added.includes(name) ||
      deployments.every(({ template }) => names(objectsAt(template, 'volumes')).includes(name));
    return names(objectsAt(config, 'volumeMounts'))
      .filter((name) => !isEverywhere(name))
      .map((mount) => ({ object: subscriptionReference(subscription), params: { mount } }));
  });
}
