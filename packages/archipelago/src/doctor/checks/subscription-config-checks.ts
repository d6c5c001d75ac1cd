import {
  isJsonObject,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { bytesOf } from '../cluster/bytes.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import {
  installedBy,
  isErased,
  subscriptionReference,
  subscriptionsOf,
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
    code: 'VD105',
    title: 'Resources of a Subscription suit every container',
    severity: 'warning',
    confidence: 'likely',
    needs,
    message: 'spec.config.resources holds for every container of {version}: {problem}.',
    impact: 'Pods of the operator are refused, or killed when they need more.',
    fix: 'remove spec.config.resources: each container has its own then',
    falsePositives:
      'limits that were measured for all containers: told as information where no request is above them',
    find: resourcesSuit,
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

function antiAffinityIsKept(cluster: ClusterView): Outcome {
  return installedBy(cluster).flatMap(({ subscription, config, deployments }): readonly Found[] => {
    const affinity = objectAt(config, 'affinity');
    if (!isErased(affinity)) return [];
    const isLost = [affinity, ...deployments.map(({ template }) => objectAt(template, 'affinity'))].some(
      ({ nodeAffinity, podAffinity }) => isJsonObject(nodeAffinity) || isJsonObject(podAffinity),
    );
    return isLost ? [{ object: subscriptionReference(subscription), params: {} }] : [];
  });
}

function resourcesSuit(cluster: ClusterView): Outcome {
  return installedBy(cluster).flatMap(({ subscription, version, config, deployments }): readonly Found[] => {
    const limits = objectAt(config, 'resources', 'limits');
    if (Object.keys(limits).length === 0) return [];
    const about = {
      object: subscriptionReference(subscription),
      version: textAt(version, 'metadata', 'name'),
    };
    const limit = textAt(limits, 'memory');
    const requests = deployments.flatMap(({ name, template }) =>
      objectsAt(template, 'containers').map((container) => ({
        deployment: name,
        request: textAt(container, 'resources', 'requests', 'memory'),
      })),
    );
    const [largest] = requests.sort((a, b) => (bytesOf(a.request) > bytesOf(b.request) ? -1 : 1));
    const isTooSmall = largest !== undefined && limit !== '' && bytesOf(limit) < bytesOf(largest.request);
    const problem = isTooSmall
      ? `the memory limit ${limit} is below what ${largest.deployment} requests, ${largest.request}`
      : `limits of ${Object.keys(limits).sort().join(' and ')} are the same for small and large ones`;
    const params = { version: about.version, limit, problem, ...(isTooSmall ? largest : {}) };
    return [{ object: about.object, severity: isTooSmall ? 'warning' : 'info', params }];
  });
}

function selectorIsUnused(cluster: ClusterView): Outcome {
  return subscriptionsOf(cluster)
    .filter((one) => isJsonObject(valueAt(one, 'spec', 'config', 'selector')))
    .map((one) => {
      const { namespace, name } = subscriptionReference(one);
      return { object: subscriptionReference(one), params: { name, namespace } };
    });
}

function mountsHaveVolumes(cluster: ClusterView): Outcome {
  const names = (all: readonly JsonObject[]) => all.map((one) => textAt(one, 'name'));
  return installedBy(cluster).flatMap(({ subscription, config, deployments }) => {
    const added = names(objectsAt(config, 'volumes'));
    const isEverywhere = (name: string) =>
      added.includes(name) ||
      deployments.every(({ template }) => names(objectsAt(template, 'volumes')).includes(name));
    return names(objectsAt(config, 'volumeMounts'))
      .filter((name) => !isEverywhere(name))
      .map((mount) => ({ object: subscriptionReference(subscription), params: { mount } }));
  });
}
