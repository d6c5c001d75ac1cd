import { isJsonObject, type JsonObject, listAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { ClusterFacts } from '../cluster-facts/cluster-facts.ts';
import type { Memory } from '../cluster-facts/inputs.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';
import { configurations, networkAttachmentDefinition } from './mirror/cluster-resources.ts';

/** What facts are read from. */
export type FactsMirror = Pick<ClusterMirror, 'platform' | 'configuration' | 'isServed' | 'nodes'>;

/** The mirrored cluster as plain data. */
export function gatherFacts(mirror: FactsMirror): ClusterFacts {
  const profile = valueAt(mirror.configuration(configurations.apiServer), 'spec', 'tlsSecurityProfile');
  const domain = textAt(mirror.configuration(configurations.ingress), 'spec', 'domain');
  return {
    platform: mirror.platform(),
    baseDomain: domain === '' ? undefined : domain,
    clusterNetworks: networksOf(mirror.configuration(configurations.network)),
    networkAttachmentDefinitions: mirror.isServed(networkAttachmentDefinition),
    nodes: mirror.nodes(),
    apiServerTlsProfile: isJsonObject(profile) ? profile : undefined,
  };
}

/** Networks of pods and of services, as OpenShift's configuration tells them; empty elsewhere. */
export function innerNetworks(mirror: Pick<ClusterMirror, 'configuration'>): readonly string[] {
  const network = mirror.configuration(configurations.network);
  const services = inEffect(network, 'serviceNetwork');
  return [...networksOf(network), ...services.filter((each) => typeof each === 'string')];
}

/** The status says what is in effect; the spec stands in while there is none. */
function inEffect(network: JsonObject | undefined, field: string): readonly unknown[] {
  return listAt(valueAt(network, 'status', field) ?? valueAt(network, 'spec', field));
}

function networksOf(network: JsonObject | undefined): readonly string[] {
  return inEffect(network, 'clusterNetwork').flatMap((entry) => {
    const cidr = valueAt(entry, 'cidr');
    return typeof cidr === 'string' ? [cidr] : [];
  });
}

/** What the stored status remembers; `drawn` is the schedule of a cluster that has none yet. */
export function memoryOf(status: JsonObject, drawn: string): Memory {
  const kept = textAt(status, 'dataImportSchedule');
  return {
    dataImportSchedule: kept === '' ? drawn : kept,
    goldenImages: valueAt(status, 'dataImportCronTemplates'),
  };
}

/** A time of day and twelve hours later, so that not all clusters ask the registry at once. */
export function drawImportSchedule(random: () => number): string {
  return `${Math.floor(random() * 60)} ${Math.floor(random() * 12)}/12 * * *`;
}
