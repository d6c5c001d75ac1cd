import { contentTag, jobName } from '../object-names.ts';
import type { ObservedBuild } from './observed-build.ts';

/** One platform of a build, as its spec has it. */
export type BuildPlatform = ObservedBuild['spec']['platforms'][number];

/** `repository:tag` under which the image of a platform is found by what went into it. */
export function contentReference(build: ObservedBuild, { key, architecture }: BuildPlatform): string {
  return `${build.spec.intermediateRepository}:${contentTag(key, architecture)}`;
}

/** Name of the ConfigMap that the jobs of one platform read. */
export function sourceName(config: string, { key, architecture }: BuildPlatform): string {
  return jobName(config, key, architecture);
}
