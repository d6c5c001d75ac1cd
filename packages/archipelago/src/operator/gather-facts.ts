import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { ClusterFacts, DeploymentParameters } from '../cluster-facts/cluster-facts.ts';
import { readAt } from '../config/framework/read-at.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';
import { configurations, networkAttachmentDefinition } from './mirror/cluster-resources.ts';

/** What does not come from the cluster. */
interface FactsInput {
  readonly deployment: DeploymentParameters;
  readonly operatorNamespace: string;
  readonly dataImportSchedule: string;
  readonly goldenImageImporter: 'builtin' | 'ssp';
}

/** The mirrored cluster as plain data. */
export function gatherFacts(mirror: ClusterMirror, input: FactsInput): ClusterFacts {
  const profile = at(mirror.configuration(configurations.apiServer), 'spec', 'tlsSecurityProfile');
  const domain = at(mirror.configuration(configurations.ingress), 'spec', 'domain');
  return {
    platform: mirror.platform(),
    operatorNamespace: input.operatorNamespace,
    baseDomain: typeof domain === 'string' && domain !== '' ? domain : undefined,
    clusterNetworks: networksOf(mirror.configuration(configurations.network)),
    networkAttachmentDefinitions: mirror.isServed(networkAttachmentDefinition),
    nodes: mirror.nodes(),
    apiServerTlsProfile: isJsonObject(profile) ? profile : undefined,
    dataImportSchedule: input.dataImportSchedule,
    goldenImageImporter: input.goldenImageImporter,
    deployment: input.deployment,
    operandRefusals: { update: {}, delete: {} },
  };
}

/** The status says what is in effect; the spec stands in while there is none. */
function networksOf(network: JsonObject | undefined): readonly string[] {
  const entries = at(network, 'status', 'clusterNetwork') ?? at(network, 'spec', 'clusterNetwork');
  const list: readonly JsonValue[] = Array.isArray(entries) ? entries : [];
  return list.flatMap((entry) => {
    const cidr = at(entry, 'cidr');
    return typeof cidr === 'string' ? [cidr] : [];
  });
}

function at(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  return readAt(value, path);
}

/** A time of day and twelve hours later, so that not all clusters ask the registry at once. */
export function drawImportSchedule(random: () => number): string {
  return `${Math.floor(random() * 60)} ${Math.floor(random() * 12)}/12 * * *`;
}
