import type { JsonObject } from '@archipelago/apimachinery';
import type { InstallationChoices } from '../../../operator/deployment/installation-choices.ts';
import { installationManifests } from '../../../operator/installation-manifests.ts';
import { parseJobs, parseStoreLimit } from '../../flags/layering-limits.ts';
import { parseConsoleHost } from '../../flags/parse-console-host.ts';
import { parseNamespace } from '../../flags/parse-namespace.ts';
import type { RegistryAddressFlags } from '../../flags/registry-address-flags.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { registryAddresses } from '../../registries/registry-addresses.ts';
import { objectName } from '../../text/object-name.ts';
import { printYaml } from '../../text/print-yaml.ts';
import type { InstallationFormat } from './installation-format.ts';
import { type MonitoringFlags, parseMonitoring } from './monitoring-flags.ts';
import { type OperandImageFlags, operandImages } from './operand-image-flags.ts';
import { type WebhookFlags, webhookAuthority } from './webhook-flag.ts';

/** The flags of `manifests`, as commander gives them. */
export interface ManifestsOptions
  extends RegistryAddressFlags,
    WebhookFlags,
    MonitoringFlags,
    OperandImageFlags {
  readonly namespace?: string;
  readonly layeringBuilder?: string;
  readonly layeringNamespace?: string;
  readonly layeringJobs?: string;
  readonly layeringProxySecret?: string;
  readonly layeringStoreLimit?: string;
  readonly doctor?: boolean;
  readonly consoleHost?: string;
  readonly layeringRollout?: boolean;
  readonly goldenImages?: InstallationChoices['importer'];
  readonly output: 'name' | 'yaml' | 'json';
  readonly format?: InstallationFormat;
  readonly outputDir?: string;
}

const usualNamespaces = { kubernetes: 'kubevirt-hyperconverged', openshift: 'openshift-cnv' } as const;

/** Prints what an administrator applies to install the operator, or writes it for a tool that installs. Needs no cluster. */
export async function runManifests(options: ManifestsOptions, io: Io): Promise<number> {
  const { output, format = 'yaml', outputDir } = options;
  refuseOddFormats(options);
  const choices = await choicesOf(options, io);
  if (format !== 'yaml' && outputDir !== undefined) {
    const { writeInstallation } = await import('./write-installation.ts');
    io.err(await writeInstallation(choices, { format, folder: outputDir }));
    return 0;
  }
  const manifests = installationManifests(choices);
  io.out(print(manifests, output));
  return 0;
}

function refuseOddFormats({ format = 'yaml', outputDir, image, layeringBuilder }: ManifestsOptions): void {
  if (format === 'yaml' && outputDir !== undefined)
    throw new UsageError('--output-dir: goes with --format helm, kustomize or olm; YAML is printed');
  if (format === 'yaml') return;
  if (outputDir === undefined)
    throw new UsageError(`--format ${format}: needs --output-dir: it is a folder of files`);
  if (image === undefined)
    throw new UsageError(`--format ${format}: needs --image: it installs a Deployment of it`);
  if (format === 'olm' && layeringBuilder !== undefined)
    throw new UsageError(
      '--layering-builder: does not go with --format olm: a bundle cannot give rights in the namespace of builds only; install with Helm, Kustomize or kubectl',
    );
}

async function choicesOf(options: ManifestsOptions, io: Io): Promise<InstallationChoices> {
  const { platform, image, goldenImages = 'auto', layeringBuilder: layering } = options;
  const namespace = parseNamespace('--namespace', options.namespace ?? usualNamespaces[platform]);
  if (image === '') throw new UsageError('--image: must name an image');
  // what the operator could not read is refused before it is installed
  registryAddresses(options, () => []);
  if (layering === '') throw new UsageError('--layering-builder: must name an image');
  return {
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
    consoleHost: consoleHost(options),
    operandImages: operandImages(options),
    ...(options.registryAllowHost === undefined ? {} : { registryAllowHosts: options.registryAllowHost }),
    registryRefusedNetworks: options.registryRefusedNetworks,
  };
}

function consoleHost({ consoleHost, image, format }: ManifestsOptions): string | undefined {
  if (consoleHost === undefined) return undefined;
  if (image === undefined)
    throw new UsageError('--console-host: needs --image: it adds a Deployment that serves the console');
  if (format === 'olm')
    throw new UsageError(
      '--console-host: does not go with --format olm: install the console with Helm, Kustomize or kubectl',
    );
  return parseConsoleHost('--console-host', consoleHost);
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

function print(manifests: readonly JsonObject[], output: ManifestsOptions['output']): string {
  if (output === 'name') return manifests.map((manifest) => `${objectName(manifest)}\n`).join('');
  return output === 'json' ? printList(manifests) : printDocuments(manifests);
}

/** YAML documents, one after the other. */
export function printDocuments(manifests: readonly JsonObject[]): string {
  return manifests.map((manifest) => printYaml(manifest)).join('---\n');
}

function printList(items: readonly JsonObject[]): string {
  return `${JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2)}\n`;
}
