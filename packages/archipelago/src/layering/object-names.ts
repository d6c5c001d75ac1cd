import { createHash } from 'node:crypto';
import type { Architecture } from '../api/architectures.ts';

/** Names of Jobs and values of labels may have so many characters. */
const longestName = 63;
const longestTag = 128;

/** `<config>-<20 hex of the build key>`, and `-r<n>` of its n-th repetition; at most 63 characters. */
export function buildName(config: string, key: string, retry = 0): string {
  const suffix = `-${key.slice(0, 20)}${retry === 0 ? '' : `-r${retry}`}`;
  return `${shortened(config, longestName - suffix.length)}${suffix}`;
}

/** `b-<config>-<12 hex of the platform key>-<architecture>`, and `-<n>` from the second attempt on; at most 63 characters. */
export function jobName(config: string, key: string, architecture: Architecture, attempt = 1): string {
  const suffix = `-${key.slice(0, 12)}-${architecture}${attempt === 1 ? '' : `-${attempt}`}`;
  return `b-${shortened(config, 20)}${suffix}`;
}

/** `a-<build>-<n>`: the n-th job that puts the images of a build together; at most 63 characters. */
export function assemblyName(build: string, attempt: number): string {
  const suffix = `-${attempt}`;
  return `a-${shortened(build, longestName - 2 - suffix.length)}${suffix}`;
}

/** `result-<job>`: what a job says it has made. Not the name of a pod or a label, so it may be longer. */
export function resultName(job: string): string {
  return `result-${job}`;
}

/** `log-<job>-<8 hex of its uid>`: what a job that failed has said. Another job may have its name one day. */
export function logName(job: string, uid: string): string {
  return `log-${job}-${createHash('sha256').update(uid).digest('hex').slice(0, 8)}`;
}

/** `registries-<build>`: what the assembly of a build reads. Not the name of a pod or a label, so it may be longer. */
export function registriesName(build: string): string {
  return `registries-${build}`;
}

/** Tag under which an image is found again by what went into it. */
export function contentTag(key: string, architecture: Architecture): string {
  return `k-${key.slice(0, 24)}-${architecture}`;
}

/** `<final tag>-<architecture>`: the tag of one child, for people. */
export function childTag(tag: string, architecture: Architecture): string {
  const suffix = `-${architecture}`;
  return `${shortened(tag, longestTag - suffix.length)}${suffix}`;
}

/** A name that is too long keeps its beginning; a hash of the whole tells it from others that begin so, too. */
function shortened(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 6);
  // a cut may end in a sign that no name may have before the hyphen
  return `${name.slice(0, longest - hash.length - 1).replace(/[^A-Za-z0-9]+$/, '')}-${hash}`;
}
