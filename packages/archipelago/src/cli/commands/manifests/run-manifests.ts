import type { JsonObject } from '@archipelago/apimachinery';
import { type InstallationChoices, installationManifests } from '../../../operator/installation-manifests.ts';
import { parseJobs, parseStoreLimit } from '../../flags/layering-limits.ts';
import { parseNamespace } from '../../flags/parse-namespace.ts';
import type { RegistryAddressFlags } from '../../flags/registry-address-flags.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { registryAddresses } from '../../registries/registry-addresses.ts';
import { printYaml } from '../../text/print-yaml.ts';
import { type MonitoringFlags, parseMonitoring } from './monitoring-flags.ts';
import { type WebhookFlags, webhookAuthority } from './webhook-flag.ts';

/** The flags of `manifests`, as commander gives them. */
export interface ManifestsOptions extends RegistryAddressFlags, WebhookFlags, MonitoringFlags {
  readonly namespace?: string;
  readonly waspAgentImage?: string;
  readonly passtCniImage?: string;
  readonly passtSidecarImage?: string;
  readonly layeringBuilder?: string;
  readonly layeringNamespace?: string;
  readonly layeringJobs?: string;
  readonly layeringProxySecret?: string;
  readonly layeringStoreLimit?: string;
  readonly doctor?: boolean;
  readonly layeringRollout?: boolean;
  readonly goldenImages?: InstallationChoices['importer'];
  readonly output: 'yaml' | 'json';
}

const usualNamespaces = { kubernetes: 'kubevirt-hyperconverged', openshift: 'openshift-cnv' } as const;

/** Prints what an administrator applies to install the operator. Needs no cluster. */
export async function runManifests(options: ManifestsOptions, io: Io): Promise<number> {
  const { platform, image, output, goldenImages = 'auto', layeringBuilder: layering } = options;
  const namespace = parseNamespace('--namespace', options.namespace ?? usualNamespaces[platform]);
  if (image === '') throw new UsageError('--image: must name an image');
  // what the operator could not read is refused before it is installed
  registryAddresses(options, () => []);
  if (layering === '') throw new UsageError('--layering-builder: must name an image');
  const manifests = installationManifests({
    namespace,
    platform,
    image,
    layering,
    layeringNamespace: layeringNamespace(options),
    layeringArguments: layeringArguments(options),
    rollout: parseRollout(options),
    doctor: options.doctor,
    monitoring: parseMonitoring(options),
    webhook: await webhookAuthority(options, io),
    importer: goldenImages,
    operandImages: operandImages(options),
    ...(options.registryAllowHost === undefined ? {} : { registryAllowHosts: options.registryAllowHost }),
    registryRefusedNetworks: options.registryRefusedNetworks,
  });
  io.out(output === 'json' ? printList(manifests) : printDocuments(manifests));
  return 0;
}

function layeringNamespace({ layeringNamespace, layeringBuilder }: ManifestsOptions): string | undefined {
  if (layeringNamespace === undefined) return undefined;
  if (layeringBuilder === undefined)
    throw new UsageError('--layering-namespace: needs --layering-builder: nothing is built without it');
  return parseNamespace('--layering-namespace', layeringNamespace);
}

/** What else the operator is told about layering; what it could not read is refused here. */
function layeringArguments(options: ManifestsOptions): readonly string[] {
  const { layeringJobs: jobs, layeringProxySecret: secret, layeringStoreLimit: limit } = options;
  const all = [
    ...(jobs === undefined ? [] : ['--layering-jobs', String(parseJobs(jobs))]),
    ...(secret === undefined ? [] : ['--layering-proxy-secret', secret]),
    ...(limit === undefined ? [] : ['--layering-store-limit', parseStoreLimit(limit)]),
  ];
  if (all.length === 0 || options.layeringBuilder !== undefined) return all;
  throw new UsageError(`${all[0]}: needs --layering-builder: nothing is built without it`);
}

/** There is nothing to roll out without images. */
function parseRollout({ layeringRollout, layeringBuilder }: ManifestsOptions): boolean {
  if (layeringRollout !== true) return false;
  if (layeringBuilder === undefined)
    throw new UsageError('--layering-rollout: needs --layering-builder: there are no images without it');
  return true;
}

const imageFlags = [
  ['--wasp-agent-image', 'WASP_AGENT_IMAGE', 'waspAgentImage'],
  ['--passt-cni-image', 'PASST_CNI_IMAGE', 'passtCniImage'],
  ['--passt-sidecar-image', 'PASST_SIDECAR_IMAGE', 'passtSidecarImage'],
] as const;

/** By parameter. They stand in the Deployment, so there has to be one. */
function operandImages(options: ManifestsOptions): Readonly<Record<string, string>> {
  return Object.fromEntries(
    imageFlags.flatMap(([flag, parameter, name]) => {
      const image = options[name];
      if (image === undefined) return [];
      if (image.trim() === '') throw new UsageError(`${flag}: must name an image`);
      if (options.image === undefined)
        throw new UsageError(
          `${flag}: stands in the Deployment of the operator; add --image, or set ${parameter} where you run it`,
        );
      return [[parameter, image.trim()] as const];
    }),
  );
}

/** YAML documents, one after the other. */
export function printDocuments(manifests: readonly JsonObject[]): string {
  return manifests.map((manifest) => printYaml(manifest)).join('---\n');
}

function printList(items: readonly JsonObject[]): string {
  return `${JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2)}\n`;
}
