import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { standardDeployment } from '../cluster-facts/standard-cluster.ts';
import { hyperConvergedDefinition } from '../config/crd.ts';
import { settings } from '../config/settings.ts';
import { supportObjects } from '../golden-images/boot-sources/support-objects.ts';
import { bootImageNamespace } from '../golden-images/images/boot-image-namespace.ts';
import { availabilityManifests } from './deployment/availability-manifests.ts';
import { consoleManifests } from './deployment/console-manifests.ts';
import type { InstallationChoices } from './deployment/installation-choices.ts';
import { metricsManifests } from './deployment/metrics-manifests.ts';
import { monitoringManifests } from './deployment/monitoring-manifests.ts';
import { operatorDeployment } from './deployment/operator-deployment.ts';
import { bootSourceOwner } from './golden-images/boot-source-owner.ts';
import { grantedRoles } from './granted-roles.ts';
import { hyperConvergedPolicy } from './hyper-converged-policy.ts';
import { layeringManifests } from './layering/layering-manifests.ts';
import { operatorName } from './mirror/cluster-resources.ts';
import { namespaceProtection } from './namespace-protection.ts';
import { permissions } from './permissions.ts';
import type { Installation } from './rights/permission.ts';
import { accountManifest, roleManifests } from './rights/role-manifests.ts';
import { webhookManifests } from './webhook/webhook-manifests.ts';

const labels = { 'app.kubernetes.io/name': 'archipelago', 'app.kubernetes.io/component': 'operator' };

/** Everything an administrator applies so that the operator can work, in an order in which it can be applied. */
export function installationManifests(choices: InstallationChoices): readonly JsonObject[] {
  const { namespace, platform, importer, layering, image, webhook, monitoring } = choices;
  const account = { name: operatorName, namespace, labels };
  return [
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: namespace,
        // operands run privileged daemons in it
        labels: {
          ...labels,
          'pod-security.kubernetes.io/enforce': 'privileged',
          // the cluster's own Prometheus looks at no other namespaces
          ...(monitoring === undefined || platform !== 'openshift'
            ? {}
            : { 'openshift.io/cluster-monitoring': 'true' }),
        },
      },
    },
    hyperConvergedDefinition(settings),
    ...(layering === undefined ? [] : layeringManifests(choices)),
    accountManifest(account),
    ...(importer === 'ssp' ? [] : [bootImages(platform), ...bootImageRoles(choices)]),
    ...grantedRoles(account, choices),
    ...roleManifests(account, permissions(choices)),
    // after the rest, when the definition is served: who checks owners would go on not knowing the kind
    ...namespaceProtection(namespace, labels),
    ...hyperConvergedPolicy(account),
    ...metricsManifests(account, platform, image !== undefined),
    ...(monitoring === undefined
      ? []
      : monitoringManifests(account, choices, monitoring, image !== undefined)),
    ...(webhook === undefined ? [] : webhookManifests(account, webhook)),
    ...(image === undefined
      ? []
      : [
          ...availabilityManifests(account, webhook !== undefined),
          operatorDeployment(account, choices, image),
          ...(choices.consoleHost === undefined ? [] : consoleManifests(choices, choices.consoleHost, image)),
        ]),
  ];
}

/** The roles of who sees and who manages boot sources, just as the operator would make them, had it the right to. */
function bootImageRoles({ namespace, platform }: Installation): readonly JsonObject[] {
  const owner = bootSourceOwner(namespace, standardDeployment.version);
  return supportObjects(bootImageNamespace(platform), owner).flatMap((object: object) =>
    isJsonObject(object) && object.kind !== 'Namespace' ? [object] : [],
  );
}

/** A Role needs its namespace; the operator would make it, too. */
function bootImages(platform: Installation['platform']): JsonObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: bootImageNamespace(platform), labels } };
}
