import { manifestKind } from '@archipelago/oci-registry';
import type { Architecture } from '../api/architectures.ts';
import { isSameVariant } from './architecture.ts';

/** An entry of an index, as it was read back. */
export interface IndexEntry {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform:
    | { readonly os: string; readonly architecture: string; readonly variant?: string | undefined }
    | undefined;
}

/** What the registry really has under an entry's digest. */
export type FoundChild =
  | { readonly state: 'missing' }
  | {
      readonly state: 'found';
      /** Bytes of the manifest. */
      readonly size: number;
      readonly config: {
        readonly os: string;
        readonly architecture: string;
        readonly variant?: string | undefined;
      };
      /** `org.opencontainers.image.base.digest` of the manifest's annotations or the config's labels. */
      readonly baseDigest: string | undefined;
      /** Config and layers that are not there. */
      readonly missingBlobs: readonly string[];
      /** e_machine of a program in the top layers, as an architecture; undefined: not looked for, or no program. */
      readonly machine?: string | undefined;
    };

/** What a platform's entry has to be. */
interface WantedChild {
  readonly architecture: Architecture;
  /** That was asked for; images that name none may be of any. */
  readonly variant?: string | undefined;
  readonly digest: string;
  /** The base image's child it was built from; absent: not known here, and not checked. */
  readonly baseDigest?: string | undefined;
}

interface VerificationInput {
  readonly wanted: readonly WantedChild[];
  readonly entries: readonly IndexEntry[];
  readonly child: (digest: string) => FoundChild;
}

export interface VerificationCheck {
  readonly name: 'entries' | 'digest' | 'platform' | 'size' | 'base' | 'machine' | 'blobs';
  /** Undefined: of the index as a whole. */
  readonly architecture: Architecture | undefined;
  readonly ok: boolean;
  /** What is wrong; empty when nothing is. */
  readonly detail: string;
}

/**
 * The gate before an index is given to nodes (`docs/compatibility/layering.md#verification`). Registries check neither platforms
 * nor sizes, and a builder can put one architecture's content under another one's config: each is checked by itself and named.
 */
export function verifyIndex({ wanted, entries, child }: VerificationInput): readonly VerificationCheck[] {
  const images = entries.filter((entry) => !isAttestation(entry));
  return [
    entriesCheck(wanted, images),
    ...wanted.flatMap((platform) => {
      const entry = images.find((each) => isFor(each, platform.architecture));
      return entry === undefined ? [] : childChecks(platform, entry, child(entry.digest));
    }),
  ];
}

/** Whether every check is fine; an empty list is not. */
export function isVerified(checks: readonly VerificationCheck[]): boolean {
  return checks.length > 0 && checks.every(({ ok }) => ok);
}

/** Statements about images stand in an index as images of no platform. */
function isAttestation({ platform }: Pick<IndexEntry, 'platform'>): boolean {
  return platform?.os === 'unknown' && platform.architecture === 'unknown';
}

function isFor({ platform }: IndexEntry, architecture: Architecture): boolean {
  return platform?.os === 'linux' && platform.architecture === architecture;
}

function entriesCheck(wanted: readonly WantedChild[], images: readonly IndexEntry[]): VerificationCheck {
  const names = images.map(({ platform }) => platformName(platform));
  const expected = wanted.map(({ architecture }) => `linux/${architecture}`);
  const nested = images.filter(({ mediaType }) => manifestKind(mediaType) === 'index');
  const problems = [
    ...expected.filter((name) => !names.includes(name)).map((name) => `${name} is missing`),
    ...names.filter((name) => !expected.includes(name)).map((name) => `${name} is not wanted`),
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `${name} stands there twice`),
    ...nested.map(({ digest }) => `${digest} is an index itself`),
  ];
  return { name: 'entries', architecture: undefined, ok: problems.length === 0, detail: problems.join('; ') };
}

function platformName(platform: IndexEntry['platform']): string {
  return platform === undefined ? 'an entry without a platform' : `${platform.os}/${platform.architecture}`;
}

type Found = Extract<FoundChild, { state: 'found' }>;

function childChecks(
  wanted: WantedChild,
  entry: IndexEntry,
  found: FoundChild,
): readonly VerificationCheck[] {
  const { architecture, digest } = wanted;
  const check = ([name, ok, detail]: Judgement): VerificationCheck => ({
    name,
    architecture,
    ok,
    detail: ok ? '' : detail,
  });
  const named = check([
    'digest',
    entry.digest === digest,
    `the index names ${entry.digest}, built was ${digest}`,
  ]);
  return found.state === 'missing'
    ? [named, check(['blobs', false, `the registry does not have ${entry.digest}`])]
    : [named, ...judgements(wanted, entry, found).map(check)];
}

type Judgement = readonly [name: VerificationCheck['name'], ok: boolean, otherwise: string];

function judgements(
  { architecture, variant, baseDigest }: WantedChild,
  { platform, size }: IndexEntry,
  { config, size: realSize, baseDigest: builtFrom, machine, missingBlobs }: Found,
): readonly Judgement[] {
  const said = [config.os, config.architecture, config.variant]
    .filter((part) => part !== undefined)
    .join('/');
  const isRight =
    config.os === platform?.os &&
    config.architecture === architecture &&
    isSameVariant(architecture, platform.variant, config.variant) &&
    (config.variant === undefined || isSameVariant(architecture, variant ?? config.variant, config.variant));
  return [
    ['platform', isRight, `the image says it is ${said}`],
    ['size', size === realSize, `the index says ${size} bytes, the manifest has ${realSize}`],
    [
      'base',
      baseDigest === undefined || builtFrom === baseDigest,
      `built from ${builtFrom ?? 'an unnamed image'}, not from ${baseDigest}`,
    ],
    ['machine', (machine ?? architecture) === architecture, `the programs in the image are for ${machine}`],
    ['blobs', missingBlobs.length === 0, `the registry does not have ${missingBlobs.join(', ')}`],
  ];
}
