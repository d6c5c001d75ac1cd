import { type JsonObject, listAt, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { hyperConvergedKind, hyperConvergedName } from '../../api/hyper-converged-kind.ts';
import { webhookPort } from '../../operator/webhook/webhook-manifests.ts';
import type { BundleParts } from './bundle-parts.ts';

/** What a ClusterServiceVersion is about. */
interface Release {
  readonly version: string;
  readonly image: string;
  readonly namespace: string;
  readonly account: string;
}

const architectures = ['amd64', 'arm64', 'ppc64le', 's390x'];

const description = `Archipelago turns one resource, \`HyperConverged\`, into the resources of KubeVirt, the Containerized Data Importer, the
network add-ons, SSP and the application-aware quota, and keeps them that way. On clusters whose nodes have several CPU
architectures it makes golden images for each architecture that workloads run on.

The operators of KubeVirt and the others are not part of it and have to be there. One operator per cluster may look after
the HyperConverged.`;

/** The ClusterServiceVersion: what OLM makes of it, and what people see of it in a catalog. */
export function clusterServiceVersion(parts: BundleParts, release: Release): JsonObject {
  const { version, account } = release;
  const permission = (rules: readonly JsonObject[]) => [{ serviceAccountName: account, rules }];
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: metadataOf(release),
    spec: {
      ...presentation(release),
      version,
      minKubeVersion: '1.30.0',
      installModes: [
        { type: 'OwnNamespace', supported: true },
        { type: 'SingleNamespace', supported: false },
        { type: 'MultiNamespace', supported: false },
        { type: 'AllNamespaces', supported: false },
      ],
      customresourcedefinitions: { owned: ownedBy(parts) },
      install: {
        strategy: 'deployment',
        spec: {
          deployments: parts.deployments.map((deployment) => ({
            name: textAt(deployment, 'metadata', 'name'),
            label: objectAt(deployment, 'metadata', 'labels'),
            spec: objectAt(deployment, 'spec'),
          })),
          permissions: permission(parts.rules),
          clusterPermissions: permission(parts.clusterRules),
        },
      },
      webhookdefinitions: parts.webhooks.map((webhook) => webhookDefinition(webhook, account)),
      relatedImages: [{ name: 'archipelago', image: release.image }],
    },
  };
}

function metadataOf({ version, image, namespace }: Release): JsonObject {
  const { group, version: served, kind } = hyperConvergedKind;
  const example = {
    apiVersion: `${group}/${served}`,
    kind,
    metadata: { name: hyperConvergedName, namespace },
    spec: {},
  };
  return {
    name: `archipelago.v${version}`,
    namespace: 'placeholder',
    labels: {
      ...Object.fromEntries(architectures.map((each) => [`operatorframework.io/arch.${each}`, 'supported'])),
      'operatorframework.io/os.linux': 'supported',
    },
    annotations: {
      'alm-examples': JSON.stringify([example]),
      'operatorframework.io/initialization-resource': JSON.stringify(example),
      'operatorframework.io/suggested-namespace': namespace,
      'operatorframework.io/cluster-monitoring': 'true',
      'operators.openshift.io/valid-subscription': '[]',
      'olm.skipRange': `<${version}`,
      capabilities: 'Full Lifecycle',
      categories: 'OpenShift Optional',
      containerImage: image,
      description: 'Virtualization on clusters of several CPU architectures.',
      support: 'Archipelago',
    },
  };
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="#2a6f97" d="M4 44q14-22 28 0z"/><path fill="#61a5c2" d="M30 44q10-16 20 0z"/><path fill="#a9d6e5" d="M48 44q6-10 12 0z"/></svg>';

function presentation({ version }: Release): JsonObject {
  return {
    displayName: 'Archipelago',
    description,
    keywords: ['kubevirt', 'virtualization', 'multi-arch'],
    maturity: version.startsWith('0.') ? 'alpha' : 'stable',
    provider: { name: 'Archipelago' },
    icon: [{ base64data: Buffer.from(icon).toString('base64'), mediatype: 'image/svg+xml' }],
  };
}

function ownedBy({ files }: BundleParts): readonly JsonObject[] {
  return files
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
    .map((definition) => {
      const kind = textAt(definition, 'spec', 'names', 'kind');
      const [version] = objectsAt(definition, 'spec', 'versions');
      return {
        name: textAt(definition, 'metadata', 'name'),
        version: textAt(version, 'name'),
        kind,
        displayName: kind,
        description: 'The configuration of virtualization in this cluster.',
      };
    });
}

/** OLM has no conditions of webhooks: the operator itself lets pass what they would have spared it. */
function webhookDefinition(webhook: JsonObject, deployment: string): JsonObject {
  const path = textAt(webhook, 'clientConfig', 'service', 'path');
  const { admissionReviewVersions, failurePolicy, matchPolicy, sideEffects, timeoutSeconds } = webhook;
  return {
    type: 'ValidatingAdmissionWebhook',
    generateName: textAt(webhook, 'name'),
    deploymentName: deployment,
    containerPort: 443,
    targetPort: webhookPort,
    webhookPath: path,
    rules: listAt(webhook, 'rules'),
    ...{ admissionReviewVersions, failurePolicy, matchPolicy, sideEffects, timeoutSeconds },
  };
}
