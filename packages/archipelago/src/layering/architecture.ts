import type { Architecture } from '../api/architectures.ts';

/** `spec.containerFile[].containerfileArch` as the API spells it. */
export type ContainerfileArch = 'NoArch' | Uppercase<Architecture>;

/** The API's spelling of an architecture: `ARM64`. */
export function containerfileArchOf(architecture: Architecture): ContainerfileArch {
  switch (architecture) {
    case 'amd64':
      return 'AMD64';
    case 'arm64':
      return 'ARM64';
    case 'ppc64le':
      return 'PPC64LE';
    case 's390x':
      return 'S390X';
  }
}

/** What tells the children of an index apart. */
export interface Platform {
  readonly architecture: Architecture;
  readonly variant?: string | undefined;
}

/**
 * arm64 means v8 where nothing else is said: builders differ in whether they write it
 * (`docs/compatibility/layering.md#what-builders-do`).
 */
export function isSameVariant(
  architecture: string,
  one: string | undefined,
  other: string | undefined,
): boolean {
  const meant = (text: string | undefined) => (architecture === 'arm64' && text === 'v8' ? '' : (text ?? ''));
  return meant(one) === meant(other);
}
