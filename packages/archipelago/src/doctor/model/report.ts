import type { JsonObject } from '@archipelago/apimachinery';
import type { Confidence, ObjectReference, Severity } from './check.ts';

/** Something that was found, complete. */
export interface DoctorFinding {
  readonly code: string;
  readonly title: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly object?: ObjectReference;
  readonly message: string;
  readonly params: JsonObject;
  readonly impact: string;
  readonly fix: { readonly text: string; readonly commands: readonly string[] };
  /** Somebody ignored it for a time, and the time is over. */
  readonly ignoreExpired?: IgnoreGround;
}

/** Why a finding is ignored, and who says so. */
export interface IgnoreGround {
  /** `annotation of StorageClass/rbd`, the name of a file, `--skip`. */
  readonly by: string;
  readonly reason: string;
  /** The last day on which it is, as `2027-01-31`, in UTC. */
  readonly until?: string;
}

/** A finding that somebody has ignored. */
export interface IgnoredFinding extends DoctorFinding {
  readonly ignored: IgnoreGround;
}

/** Something about what is ignored that people should look at. */
export interface IgnoreNote {
  readonly kind: 'expired' | 'unmatched' | 'unknownCode' | 'unreadableDate';
  readonly code: string;
  readonly by: string;
  /** A sentence. */
  readonly text: string;
}

/** A report without what is ignored, and what that is. */
export interface IgnoredReport extends Report {
  readonly ignored: readonly IgnoredFinding[];
  readonly notes: readonly IgnoreNote[];
}

/** How a check ended. */
type CheckStatus = 'ok' | 'found' | 'skipped' | 'unknown';

/** What every check came to, also those that found nothing: "all is well" and "could not look" differ. */
export interface CheckResult {
  readonly code: string;
  readonly status: CheckStatus;
  /** Why it was skipped, or is unknown. */
  readonly reason?: string;
  /** The finding that is the cause. */
  readonly suppressedBy?: string;
  /** It could not look because a read was refused or failed. */
  readonly isBlind?: boolean;
  /** For want of a right. */
  readonly isForbidden?: boolean;
}

/** Everything that the doctor has to say about a cluster. */
export interface Report {
  readonly findings: readonly DoctorFinding[];
  readonly checks: readonly CheckResult[];
}
