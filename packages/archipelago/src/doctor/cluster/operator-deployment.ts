import {
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';

import type { ClusterView } from './cluster-view.ts';

/** A Subscription with the version that it installed. */
export interface Installed {
  readonly subscription: JsonObject;
  readonly version: JsonObject;
  /** `spec.config` of the Subscription. */
  readonly config: JsonObject;
  readonly deployments: readonly OperatorDeployment[];
}

/** A Deployment of a ClusterServiceVersion. */
export interface OperatorDeployment {
  readonly name: string;
  /** Pod spec as the version has it. */
  readonly template: JsonObject;
  /** Pod spec as OLM makes it with the Subscription's `spec.config`. */
  readonly merged: JsonObject;
}

/** Those of the namespace of the operator; of all namespaces where none is known to be it. */
export function subscriptionsOf(cluster: ClusterView): readonly JsonObject[] {
  const all = cluster.objects('subscriptions');
  const namespaces = cluster.operatorNamespaces;
  const own = all.filter((one) => namespaces.has(textAt(one, 'metadata', 'namespace')));
  return namespaces.size === 0 ? all : own;
}

/** Subscriptions whose version is there; copies in other namespaces do not count. */
export function installedBy(cluster: ClusterView): readonly Installed[] {
  const versions = cluster.objects('serviceVersions');
  return subscriptionsOf(cluster).flatMap((subscription) => {
    const name = textAt(subscription, 'status', 'installedCSV');
    const version = versions.find(
      (one) => textAt(one, 'metadata', 'name') === name && textAt(one, 'status', 'reason') !== 'Copied',
    );
    if (version === undefined) return [];
    const config = objectAt(subscription, 'spec', 'config');
    const deployments = objectsAt(version, 'spec', 'install', 'spec', 'deployments').map((one) => {
      const template = objectAt(one, 'spec', 'template', 'spec');
      return { name: textAt(one, 'name'), template, merged: merged(template, config) };
    });
    return [{ subscription, version, config, deployments }];
  });
}

const parts = ['nodeAffinity', 'podAffinity', 'podAntiAffinity'] as const;

/** A selector replaces the template's, tolerations are added, each part of an affinity replaces its own. Source: OLM, overrides. */
function merged(template: JsonObject, config: JsonObject): JsonObject {
  const { nodeSelector } = config;
  return {
    ...template,
    ...(isJsonObject(nodeSelector) ? { nodeSelector } : {}),
    tolerations: [...listAt(template, 'tolerations'), ...listAt(config, 'tolerations')],
    ...affinityOf(template, config),
  };
}

function affinityOf(template: JsonObject, { affinity: written }: JsonObject): JsonObject {
  if (!isJsonObject(written)) return {};
  // an empty part of anti-affinity takes the whole away, what stands beside it included
  if (Object.keys(written).length === 0 || isErased(written)) return { affinity: {} };
  const affinity: Record<string, JsonObject> = {};
  for (const part of parts) {
    const own = written[part];
    const value = isJsonObject(own) ? own : objectAt(template, 'affinity', part);
    if (Object.keys(value).length > 0) affinity[part] = value;
  }
  return { affinity };
}

/** `podAntiAffinity: {}`. */
export function isErased(affinity: JsonObject): boolean {
  const { podAntiAffinity } = affinity;
  return isJsonObject(podAntiAffinity) && Object.keys(podAntiAffinity).length === 0;
}

/** A Subscription as the object of a finding. */
export function subscriptionReference(subscription: JsonObject) {
  return {
    kind: 'Subscription',
    namespace: textAt(subscription, 'metadata', 'namespace'),
    name: textAt(subscription, 'metadata', 'name'),
  };
}
