import type { KubernetesObject } from '@archipelago/apimachinery';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import type { ObservedObjects } from '../build-plan/layering-plan.ts';
import { isTerminal, type ObservedBuild, readBuilds } from '../build-plan/observed-build.ts';

/** The builds of a config, the oldest first. */
export function buildsOf(
  { name }: Pick<MachineOsConfig, 'name'>,
  { builds }: Pick<ObservedObjects, 'builds'>,
): readonly ObservedBuild[] {
  return allBuilds(builds)
    .filter(({ spec }) => spec.machineOSConfig.name === name)
    .sort((a, b) => a.createdAt - b.createdAt);
}

/** What was read of a list: it is the same for all configs of a group. */
const alreadyRead = new WeakMap<readonly KubernetesObject[], readonly ObservedBuild[]>();

/** Every build of a list, which is taken not to change. */
export function allBuilds(builds: readonly KubernetesObject[]): readonly ObservedBuild[] {
  const known = alreadyRead.get(builds) ?? readBuilds(builds);
  alreadyRead.set(builds, known);
  return known;
}

/** The build people mean: the one that goes on; else that of the image in effect; else the last one. */
export function shownBuild(
  { status }: Pick<MachineOsConfig, 'status'>,
  builds: readonly ObservedBuild[],
): ObservedBuild | undefined {
  const open = builds.filter((build) => !isTerminal(build) && !build.deleting).at(-1);
  if (open !== undefined) return open;
  const isReady = status.conditions?.some(({ type, status: is }) => type === 'ImageReady' && is === 'True');
  return (isReady === true ? currentBuild({ status }, builds) : undefined) ?? builds.at(-1);
}

/** The build whose image nodes are to have. */
export function currentBuild(
  { status }: Pick<MachineOsConfig, 'status'>,
  builds: readonly ObservedBuild[],
): ObservedBuild | undefined {
  return builds.find(
    ({ name, status: { phase } }) => name === status.machineOSBuild?.name && phase === 'Succeeded',
  );
}
