import type { Topic } from '../../../../doctor/checks.ts';
import type { IgnoredReport } from '../../../../doctor/model/report.ts';
import type { Words } from '../../../../doctor/texts/words.ts';

/** What every format is made from. */
export interface Told {
  /** All checks, with texts in the language of the report. */
  readonly topics: readonly Topic[];
  readonly report: IgnoredReport;
  readonly words: Words;
  /** Ignored findings are told, too, with the reason. */
  readonly showIgnored: boolean;
  /** What to do next, after everything else; empty: nothing. */
  readonly next: string;
  readonly color: boolean;
  /** The file that was looked at instead of a cluster. */
  readonly file?: string;
}

/** What a format is asked for besides. */
export const formats = [
  'text',
  'wide',
  'short',
  'name',
  'json',
  'yaml',
  'junit',
  'sarif',
  'markdown',
] as const;

export type Format = (typeof formats)[number];
