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
}

/** Everything that the doctor has to say about a cluster. */
export interface Report {
  readonly findings: readonly DoctorFinding[];
  readonly checks: readonly CheckResult[];
}
