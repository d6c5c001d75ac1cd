import type { Confidence, Severity } from '../model/check.ts';
import type { CheckResult, IgnoreGround } from '../model/report.ts';
import type { Counts } from '../tell/count-up.ts';

/** What reports say besides the texts of checks. */
export interface Words {
  readonly topic: (name: string) => string;
  readonly severity: (severity: Severity) => string;
  readonly fix: string;
  readonly impact: string;
  readonly skipped: string;
  readonly couldNotLook: string;
  /** Where to find the rights that are missing. */
  readonly rights: string;
  readonly ignored: string;
  /** Why, until when, and who says so. */
  readonly ground: (ground: IgnoreGround) => string;
  readonly expired: (ground: IgnoreGround) => string;
  readonly title: string;
  /** The last line. */
  readonly summary: (counts: Counts) => string;
  /** What to do after the questions before an installation. */
  readonly next: (counts: Counts) => string;
  readonly explained: Explained;
}

/** The words before what is told of a check. */
interface Explained {
  readonly found: string;
  readonly impact: string;
  readonly reads: string;
  readonly after: string;
  readonly fix: string;
  readonly not: string;
  readonly now: string;
  readonly confidence: Readonly<Record<Confidence, string>>;
  readonly status: Readonly<Record<CheckResult['status'], string>>;
  readonly ignore: string;
  readonly howToIgnore: (code: string) => string;
}

/** The words of reports in English. */
export const englishWords: Words = {
  topic: (name) => name,
  severity: (severity) => severity,
  fix: 'fix: ',
  impact: 'impact: ',
  skipped: 'skipped: ',
  couldNotLook: 'could not look',
  rights: 'the rights that are missing: archipelago doctor rbac',
  ignored: 'ignored',
  ground: ({ by, reason, until }) => {
    const term = until === undefined ? '' : `until ${until}, `;
    return `${reason === '' ? 'no reason given' : reason} (${term}${by})`;
  },
  expired: ({ until = '', by }) => `was ignored until ${until} (${by})`,
  title: 'archipelago doctor',
  summary: ({ critical, warning, info, ok, skipped, unknown, ignored }) =>
    `${critical} critical, ${warning} warning${warning === 1 ? '' : 's'}, ${info} info; ` +
    `${ok} ok, ${skipped} skipped, ${unknown} unknown, ${ignored} ignored`,
  next: ({ critical }) =>
    critical > 0
      ? 'next: clear what is critical, and ask again: archipelago doctor --pre'
      : 'next: install the operator, create a HyperConverged, and ask: archipelago doctor',
  explained: {
    found: 'found: ',
    impact: 'impact: ',
    reads: 'reads: ',
    after: 'not asked after: ',
    fix: 'fix: ',
    not: 'not meant: ',
    now: 'now: ',
    confidence: { certain: 'certain', likely: 'likely', heuristic: 'heuristic' },
    status: { ok: 'ok', found: 'found', skipped: 'skipped', unknown: 'unknown' },
    ignore: 'ignore: ',
    howToIgnore: (code) =>
      `annotate the object (a finding without object: the HyperConverged) archipelago.dev/doctor-ignore: "${code}", or write code and reason into .archipelago-doctor.yaml, or give --skip ${code}`,
  },
};
