import type { Resource } from '@archipelago/kube-client';
import { hyperConvergedKind } from '../../api/hyper-converged-kind.ts';

/** Name of the operator's lease, and of the objects that an installation gives it. */
export const operatorName = 'archipelago-operator';

function clusterScoped(group: string, plural: string, kind: string): Resource {
  return { group, version: 'v1', plural, kind, namespaced: false };
}

export const hyperConvergeds: Resource = hyperConvergedKind;

export const nodes = clusterScoped('', 'nodes', 'Node');

export const definitions = clusterScoped(
  'apiextensions.k8s.io',
  'customresourcedefinitions',
  'CustomResourceDefinition',
);

export const deployments: Resource = {
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
};

/** OpenShift's cluster configuration that we read; one object named `cluster` each. */
export const configurations = {
  apiServer: clusterScoped('config.openshift.io', 'apiservers', 'APIServer'),
  ingress: clusterScoped('config.openshift.io', 'ingresses', 'Ingress'),
  network: clusterScoped('config.openshift.io', 'networks', 'Network'),
  descheduler: {
    group: 'operator.openshift.io',
    version: 'v1',
    plural: 'kubedeschedulers',
    kind: 'KubeDescheduler',
    namespaced: true,
  },
} as const satisfies Readonly<Record<string, Resource>>;

/** Where OpenShift's administrators say which mirrors images may be read at. */
export const imageMirrorSets: readonly Resource[] = [
  clusterScoped('config.openshift.io', 'imagedigestmirrorsets', 'ImageDigestMirrorSet'),
  clusterScoped('config.openshift.io', 'imagetagmirrorsets', 'ImageTagMirrorSet'),
];

/** Whether a resource is OpenShift's cluster configuration. */
export function isConfiguration(resource: Resource): boolean {
  return Object.values(configurations).some((each) => each === resource);
}

/** What has to be read before anything may be concluded about a cluster. */
export const factual: ReadonlySet<Resource> = new Set([
  hyperConvergeds,
  nodes,
  definitions,
  configurations.apiServer,
  configurations.ingress,
  configurations.network,
]);

/** The kind that every OpenShift has and nothing else brings. */
export const openShiftDefinition = 'clusterversions.config.openshift.io';

export const networkAttachmentDefinition = 'network-attachment-definitions.k8s.cni.cncf.io';

/** Name of the CustomResourceDefinition that brings a kind. */
export function definitionName({ plural, group }: Pick<Resource, 'plural' | 'group'>): string {
  return `${plural}.${group}`;
}
