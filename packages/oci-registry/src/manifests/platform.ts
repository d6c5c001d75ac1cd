import { isJsonObject, type JsonValue, visibleText } from '@archipelago/apimachinery';

/** What an image runs on, in Go's names: linux, amd64. */
export interface Platform {
  readonly os: string;
  readonly architecture: string;
  /** `v8` of arm64, `v7` of arm; absent where the image says none. */
  readonly variant?: string;
}

/** Other names of architectures, as `uname -m`, Debian and older builders write them. */
const otherNames: Readonly<Record<string, readonly [architecture: string, variant?: string]>> = {
  x86_64: ['amd64'],
  'x86-64': ['amd64'],
  aarch64: ['arm64'],
  armhf: ['arm', 'v7'],
  armel: ['arm', 'v6'],
  i386: ['386'],
  i686: ['386'],
};

/** The variant that an image without one has. */
const usualVariants: ReadonlyMap<string, string> = new Map([
  ['arm64', 'v8'],
  ['arm', 'v7'],
  ['amd64', 'v1'],
]);

/** The platform in Go's names, lower case; the variant stays the image's own, `8` written as `v8`. */
export function normalizePlatform({ os, architecture, variant }: Platform): Platform {
  const lower = architecture.trim().toLowerCase();
  const [name, implied] = Object.hasOwn(otherNames, lower) ? (otherNames[lower] ?? [lower]) : [lower];
  const own = (variant ?? '')
    .trim()
    .toLowerCase()
    .replace(/^(?=\d)/, 'v');
  const found = own === '' ? implied : own;
  return {
    os: os.trim().toLowerCase(),
    architecture: name,
    ...(found === undefined ? {} : { variant: found }),
  };
}

/** Whether both mean the same hardware: no variant is the usual one (arm64 is arm64/v8). Expects normalized platforms. */
export function isSamePlatform(one: Platform, other: Platform): boolean {
  return comparable(one) === comparable(other);
}

function comparable({ os, architecture, variant }: Platform): string {
  return `${os}/${architecture}/${variant ?? usualVariants.get(architecture) ?? ''}`;
}

/** `linux/arm64/v8`. */
export function printPlatform({ os, architecture, variant }: Platform): string {
  return variant === undefined ? `${os}/${architecture}` : `${os}/${architecture}/${variant}`;
}

/** By operating system, architecture, variant, in code points: the canonical order of an index. */
export function comparePlatforms(one: Platform, other: Platform): number {
  const [a, b] = [one, other].map(({ os, architecture, variant }) => [os, architecture, variant ?? '']);
  for (const [index, part] of (a ?? []).entries()) {
    const against = b?.[index] ?? '';
    if (part !== against) return part < against ? -1 : 1;
  }
  return 0;
}

/**
 * The normalized platform of a JSON object (an index entry's `platform`, an image's config); undefined when it names none. It ends in
 * statuses, conditions and tables: control characters in it are written as escapes from here on.
 */
export function readPlatform(value: JsonValue | undefined): Platform | undefined {
  if (!isJsonObject(value)) return undefined;
  const { os, architecture, variant } = value;
  if (typeof architecture !== 'string' || architecture === '') return undefined;
  return normalizePlatform({
    os: typeof os === 'string' && os !== '' ? visibleText(os.trim()) : 'linux',
    architecture: visibleText(architecture.trim()),
    ...(typeof variant === 'string' && variant !== '' ? { variant: visibleText(variant.trim()) } : {}),
  });
}
