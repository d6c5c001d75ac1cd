import type { Refusal } from '../refusals/refusal.ts';
import { qualified, refuse } from '../refusals/status.ts';

/** Resources of Kubernetes 1.36 in groups a client expects everywhere, which this server does not have. */
const UNSERVED: ReadonlyMap<string, readonly string[]> = new Map([
  ['', ['bindings', 'componentstatuses']],
  ['apiregistration.k8s.io', ['apiservices']],
  ['certificates.k8s.io', ['certificatesigningrequests', 'clustertrustbundles']],
  ['flowcontrol.apiserver.k8s.io', ['flowschemas', 'prioritylevelconfigurations']],
  ['metrics.k8s.io', ['nodes', 'pods']],
  ['networking.k8s.io', ['ingressclasses', 'ingresses', 'ipaddresses', 'servicecidrs']],
  ['resource.k8s.io', ['deviceclasses', 'resourceclaims', 'resourceclaimtemplates', 'resourceslices']],
  ['storage.k8s.io', ['csinodes', 'csistoragecapacities', 'volumeattachments', 'volumeattributesclasses']],
]);

/** All of them as `kubectl api-resources -o name` prints them. */
export const unservedResources: readonly string[] = [...UNSERVED].flatMap(([group, resources]) =>
  resources.map((resource) => qualified({ group, resource })),
);

/** The refusal of a resource that Kubernetes has and this server does not; undefined for one nobody knows. */
export function unservedResource(group: string, resource: string): Refusal | undefined {
  if (UNSERVED.get(group)?.includes(resource) !== true) return undefined;
  // 404, as from any server that lacks an API: clients look for it to know what they can use.
  return refuse({
    code: 404,
    message: `the embedded cluster does not serve ${qualified({ group, resource })}; a real Kubernetes is needed for that`,
    reason: 'NotFound',
    details: {},
  });
}
