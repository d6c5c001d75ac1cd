import {
  type AddressPolicy,
  createRegistryClient,
  insecureRules,
  parseImageReference,
  type RegistryRule,
} from '@archipelago/oci-registry';
import { commonImages } from '../../../golden-images/templates/common-images.ts';
import { createAskImage } from '../../../operator/golden-images/ask-image.ts';
import type { GoldenImageChoices } from '../../../operator/options/golden-image-choices.ts';
import { startImporter } from '../../../simulation/actors/importer/start-importer.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../../simulation/image-registry/start-image-registry.ts';
import { keepRegistryPlace, readRegistryPlace } from '../../../simulation/registry-place.ts';
import type { RegistryAddressFlags } from '../../flags/registry-address-flags.ts';
import type { Closers } from '../../process/closers.ts';
import type { StepLog } from '../../process/step-log.ts';
import { registryAddresses } from '../../registries/registry-addresses.ts';
import type { Sandbox } from '../sandbox/start-sandbox.ts';
import { lookUpImage } from './look-up-image.ts';

/** A user of the simulated registry. */
export interface RegistryLogin {
  readonly username: string;
  readonly password: string;
}

/** Choices that can ask registries. */
type FurnishedImages = GoldenImageChoices &
  Required<Pick<GoldenImageChoices, 'registry' | 'rules'>> & {
    /** Everybody may pull from it. */
    readonly simulated: ImageRegistry;
    /** For those who push to it and delete there. */
    readonly login: RegistryLogin;
    /** Which others may be asked. */
    readonly addresses: () => AddressPolicy;
  };

/** Of the templates in the HyperConverged that `up` brings; their registry does not exist. */
const exampleImages = [
  { url: 'docker://registry.example.com/team/base:stable', architectures: 'amd64,arm64' },
];

/**
 * A simulated registry with the common golden images and those of the example, and the operator's choices that lead to it: a newcomer needs no
 * network. `kept` is the folder of a cluster that is kept. Images of other registries are asked for where they are.
 */
export async function furnishImages(
  flags: RegistryAddressFlags,
  kept: string | undefined,
  { log, closers }: { readonly log: StepLog; readonly closers: Closers },
): Promise<FurnishedImages> {
  const { simulated, login } = await startRegistry(kept);
  closers.add(() => simulated.stop());
  const replaced = [...commonImages, ...exampleImages].flatMap((image) => pushed(simulated, image));
  log.step(`simulated image registry at ${simulated.host} in place of ${hostsOf(replaced)}`);
  const rules = [...insecureRules([simulated.host]), ...onceEach(replaced)];
  const registryAllowHost = [simulated.host, ...(flags.registryAllowHost ?? [])];
  const addresses = registryAddresses({ ...flags, registryAllowHost }, () => []);
  const registry = createRegistryClient({ addresses });
  closers.add(async () => registry.close());
  return { importer: 'auto', registry, rules, simulated, login, addresses };
}

/** In the place of last time, so that image references and logins in the cluster stay right; its port may be taken. */
async function startRegistry(
  kept: string | undefined,
): Promise<Pick<FurnishedImages, 'simulated' | 'login'>> {
  const { port, password } = readRegistryPlace(kept);
  const login = { username: 'up', password };
  const options = { users: { [login.username]: password }, anonymous: 'pull' } as const;
  const again =
    port === 0 ? undefined : await startImageRegistry({ ...options, port }).catch(() => undefined);
  const simulated = again ?? (await startImageRegistry(options));
  if (kept !== undefined) keepRegistryPlace(kept, { port: Number(new URL(simulated.url).port), password });
  return { simulated, login };
}

/** Puts an image with its architectures into the registry; gives the rule that finds it there. */
function pushed(
  simulated: ImageRegistry,
  { url, architectures }: Pick<(typeof commonImages)[number], 'url' | 'architectures'>,
): readonly RegistryRule[] {
  const reference = parseImageReference(url);
  if (reference.kind === 'refused') return [];
  const { registry, repository, tag = 'latest' } = reference.value;
  const platforms = architectures
    .split(',')
    .map((architecture) => ({ architecture, size: layerBytes, revision: url }));
  simulated.push(repository, tag, { platforms });
  const name = `${registry}/${repository}`;
  const location = `${simulated.host}/${repository}`;
  // in its place, not beside it: what is not there is asked for nowhere else
  return [{ prefix: name, location, mirrors: [], insecure: false, blockedFor: [] }];
}

/** Two tags of one repository need one rule. */
function onceEach(rules: readonly RegistryRule[]): readonly RegistryRule[] {
  return [...new Map(rules.map((rule) => [rule.prefix, rule])).values()];
}

/** What a download is claimed to take. */
const layerBytes = 600 * 1024 * 1024;

function hostsOf(rules: readonly RegistryRule[]): string {
  return [...new Set(rules.map(({ prefix }) => prefix.split('/')[0]))].join(', ');
}

/** How long a simulated import takes, and how often registries are asked, in milliseconds. */
const importMs = 1_000;
const pollMs = 30_000;

/** Plays CDI: asks registries, and makes claims without disks. */
export function importImages(
  { client, clock }: Pick<Sandbox, 'client' | 'clock'>,
  { registry, rules }: FurnishedImages,
  onProblem: (problem: string) => void,
): { stop(): Promise<void> } {
  const access = { credentials: [], ca: undefined };
  const ask = createAskImage({ client, registry, access, rules: () => rules });
  return startImporter({
    client,
    clock,
    lookUp: lookUpImage(ask),
    importMs,
    pollMs,
    waitsForClass: true,
    onProblem,
  });
}
