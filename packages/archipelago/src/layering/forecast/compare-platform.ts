import type { MachineOsConfig } from '../api/machine-os-config.ts';
import { kernelFor } from '../build-plan/kernel-type.ts';
import type { ObservedObjects } from '../build-plan/layering-plan.ts';
import type { ObservedBuild } from '../build-plan/observed-build.ts';
import { type RenderedConfig, renderedConfigOf } from '../build-plan/rendered-config.ts';
import type { WantedPlatform } from '../build-plan/wanted-build.ts';
import { type PlatformInputs, platformKey } from '../platform-key.ts';
import { resolveContainerfile } from '../resolve-containerfile.ts';
import { differingInputs, type InputName, inputsOf } from './differing-inputs.ts';
import type { Difference } from './forecast-view.ts';

/** What a wanted platform is compared with. */
export interface Comparison {
  readonly config: MachineOsConfig;
  /** As it is in the cluster; undefined: there is none. */
  readonly stored: MachineOsConfig | undefined;
  readonly rendered: RenderedConfig | undefined;
  /** The older build. */
  readonly older: ObservedBuild;
  readonly observed: Pick<ObservedObjects, 'machineConfigs'>;
}

/** What a platform is made of otherwise than in the older build; undefined: not known, or that build has not its architecture. */
export function comparePlatform(
  platform: WantedPlatform,
  comparison: Comparison,
): readonly Difference[] | undefined {
  const { config, rendered, older } = comparison;
  const { architecture } = platform;
  const old = older.spec.platforms.find((one) => one.architecture === architecture);
  if (old === undefined) return undefined;
  const now = inputsOf(platform, rendered?.digest, config.rebuilds[architecture]);
  if (platformKey(now) !== platform.key)
    throw new Error(`the key of ${architecture} is made of more than is compared here`);
  const before = [ofBuild(old, comparison), ofStored(platform, comparison), withoutLastRebuild(now)];
  const names = differingInputs(now, old.key, before);
  return names?.map((input) => differenceOf(input, { platform, old, comparison }));
}

type OldPlatform = ObservedBuild['spec']['platforms'][number];

/** What the older build itself tells. */
function ofBuild(old: OldPlatform, comparison: Comparison): Partial<PlatformInputs> {
  const { older, config } = comparison;
  const rendered = olderRendered(comparison);
  const isGone = rendered === undefined && older.spec.machineConfig !== undefined;
  return {
    base: old.base.digest,
    variant: old.variant,
    ...(isGone ? {} : { configuration: rendered?.digest, ...kernelOf(old, rendered, config) }),
  };
}

function kernelOf(
  { architecture }: Pick<OldPlatform, 'architecture'>,
  rendered: RenderedConfig | undefined,
  config: MachineOsConfig,
): Partial<PlatformInputs> {
  const kernel = kernelFor(architecture, rendered?.kernelType, config);
  return kernel.ok ? { kernelType: kernel.type } : {};
}

/** What the config in the cluster tells, of which the older build may have been made. */
function ofStored(
  { architecture }: WantedPlatform,
  { stored, rendered }: Comparison,
): Partial<PlatformInputs> {
  if (stored === undefined) return {};
  const { variant, buildArguments } = stored.placements[architecture];
  const rebuilds = stored.rebuilds[architecture];
  return {
    containerfile: resolveContainerfile(stored.containerfiles, architecture).text,
    variant,
    buildArguments,
    ...kernelOf({ architecture }, rendered, stored),
    nonce: rebuilds === undefined ? undefined : String(rebuilds),
  };
}

function withoutLastRebuild({ nonce }: PlatformInputs): Partial<PlatformInputs> {
  const count = Number(nonce ?? 0);
  return { nonce: count > 1 ? String(count - 1) : undefined };
}

function olderRendered({ older, observed }: Comparison): RenderedConfig | undefined {
  const { machineConfig } = older.spec;
  if (machineConfig === undefined) return undefined;
  const pool = {
    apiVersion: older.object.apiVersion,
    kind: 'MachineConfigPool',
    metadata: { name: older.name },
    spec: { configuration: { name: machineConfig.name } },
  };
  return renderedConfigOf(pool, (name) =>
    observed.machineConfigs.find(({ metadata }) => metadata.name === name),
  );
}

interface Compared {
  readonly platform: WantedPlatform;
  readonly old: OldPlatform;
  readonly comparison: Comparison;
}

function differenceOf(input: InputName, compared: Compared): Difference {
  const [before, after] = shownValues(compared)[input] ?? [];
  return { input, before, after };
}

/** Short texts; Containerfiles and arguments are too long, extensions and rebuilds of older builds are not kept. */
function shownValues({
  platform,
  old,
  comparison,
}: Compared): Partial<Record<InputName, readonly (string | undefined)[]>> {
  return {
    base: [old.base.digest, platform.base.digest],
    configuration: [comparison.older.spec.machineConfig?.name, comparison.rendered?.name],
    variant: [old.variant, platform.variant],
    containerfile: [old.containerfile, platform.containerfile.source],
    kernelType: [olderRendered(comparison)?.kernelType, platform.kernelType],
  };
}
