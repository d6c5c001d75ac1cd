import { isSilence } from '@archipelago/oci-registry';
import { type AssemblyFailure, printAssemblyFailure } from './assembly-failure.ts';

/** Why there is no image, in words that the build controller knows what to do with; the gravest first. */
const reasons = [
  /** Something is not what it has to be; doing it again changes nothing. */
  'VerificationFailed',
  /** The login for the target is wrong, or has not the right. */
  'PushDenied',
  /** The login for where the children are is. */
  'PullDenied',
  /** A registry refuses something for another reason. */
  'AssemblyFailed',
  /** A registry has lost an image, or a part of it: it is to be built again. */
  'ChildMissing',
  /** A registry did not answer; later it may. */
  'RegistryUnavailable',
] as const;

type AssemblyReason = (typeof reasons)[number];

/** What all failures of an assembly come to. */
export interface AssemblyVerdict {
  readonly reason: AssemblyReason;
  /** Whose part it is; undefined: the whole. */
  readonly architecture: string | undefined;
  /** Every failure, the gravest first. */
  readonly message: string;
}

/** The gravest of the failures decides. */
export function verdictOf(failures: readonly AssemblyFailure[]): AssemblyVerdict {
  const ranked = failures
    .map((failure) => ({ failure, reason: reasonOf(failure) }))
    .toSorted((one, other) => reasons.indexOf(one.reason) - reasons.indexOf(other.reason));
  const [gravest] = ranked;
  return {
    reason: gravest?.reason ?? 'AssemblyFailed',
    architecture: gravest?.failure.architecture,
    message: ranked.map(({ failure }) => printAssemblyFailure(failure)).join('\n'),
  };
}

function reasonOf(one: AssemblyFailure): AssemblyReason {
  const { failure, side } = one;
  if (isSilence(failure)) return 'RegistryUnavailable';
  if (failure.kind === 'unauthorized') return side === 'source' ? 'PullDenied' : 'PushDenied';
  if (isLost(one)) return 'ChildMissing';
  // What a registry answers is its own word; without an answer it is ours, about what it holds.
  const isJudged =
    failure.kind === 'malformed' || (failure.kind === 'refused' && failure.status === undefined);
  return isJudged ? 'VerificationFailed' : 'AssemblyFailed';
}

/** A child that was read may be gone when the index that names it is pushed: then it is the registry that says so. */
function isLost({ architecture, failure }: AssemblyFailure): boolean {
  if (failure.kind === 'absent') return architecture !== undefined;
  return failure.errors?.some(({ code }) => code === 'MANIFEST_BLOB_UNKNOWN') ?? false;
}
