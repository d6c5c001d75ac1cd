import { isSilence, printFailure, type RegistryFailure } from '@archipelago/oci-registry';
import type { Architecture } from '../../../../api/architectures.ts';

/** Why an image of several platforms was not assembled. */
export interface AssemblyFailure {
  /** Whose part is wrong; undefined: the whole. */
  readonly architecture: Architecture | undefined;
  readonly failure: RegistryFailure;
  /** Where it came up: where children are read, or where the image goes. */
  readonly side: 'source' | 'target';
}

/** What a step of an assembly came to. */
export type Assembled<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'failed'; readonly failures: readonly AssemblyFailure[] };

export function assembled<T>(value: T): Assembled<T> {
  return { kind: 'ok', value };
}

export function failed(...failures: readonly AssemblyFailure[]): {
  readonly kind: 'failed';
  readonly failures: readonly AssemblyFailure[];
} {
  return { kind: 'failed', failures };
}

/** `arm64: host: image …: reason; fix`. */
export function printAssemblyFailure({ architecture, failure }: AssemblyFailure): string {
  return `${architecture === undefined ? '' : `${architecture}: `}${printFailure(failure)}`;
}

/** 1 when something is known to be wrong, 3 when all that is wrong is that registries did not answer. */
export function exitCodeOf(failures: readonly AssemblyFailure[]): 1 | 3 {
  return failures.every(({ failure }) => isSilence(failure)) ? 3 : 1;
}
