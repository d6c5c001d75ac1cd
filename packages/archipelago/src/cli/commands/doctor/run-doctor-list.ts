import { topics } from '../../../doctor/checks.ts';
import { resourceOf } from '../../../doctor/facts/fact-kinds.ts';
import type { Language } from '../../../doctor/language/language.ts';
import { topicsIn } from '../../../doctor/language/translate.ts';
import { answered } from '../../answers/answered.ts';
import type { Io } from '../../process/io.ts';
import { textTable } from '../../text/text-table.ts';
import { chosenChecks } from './chosen-checks.ts';
import { chosenLanguage } from './chosen-language.ts';
import type { ChosenChecks } from './doctor-options.ts';
import { listFormat } from './list-format.ts';

export interface DoctorListOptions extends ChosenChecks {
  readonly output?: string;
  readonly language?: Language;
}

/** Prints the checks, all unless some are named. */
export async function runDoctorList(options: DoctorListOptions, io: Io): Promise<number> {
  const chosen = new Set(chosenChecks(options).map(({ code }) => code));
  const checks = topicsIn(chosenLanguage(options, io), topics).flatMap(({ name, checks: own }) =>
    own
      .filter(({ code }) => chosen.has(code) && options.skip?.includes(code) !== true)
      .map(({ code, severity, confidence, title, needs, after = [] }) => ({
        ...{ code, topic: name, severity, confidence, title },
        ...{ reads: needs.map(resourceOf), after },
      })),
  );
  const report: ChecksReport = { checks };
  return answered(listFormat(options.output), io, async () => ({
    data: report,
    print: (isWide) => table(checks, isWide),
    names: checks.map(({ code }) => code),
    code: 0,
  }));
}

/** What `doctor list` tells programs. */
export interface ChecksReport {
  readonly checks: readonly Listed[];
}

interface Listed {
  readonly code: string;
  readonly topic: string;
  readonly severity: string;
  readonly confidence: string;
  readonly title: string;
  /** `resource.group` of each kind that it looks at. */
  readonly reads: readonly string[];
  /** Checks whose findings are the cause of its own. */
  readonly after: readonly string[];
}

function table(checks: readonly Listed[], isWide: boolean): string {
  const wide = (...cells: readonly string[]) => (isWide ? cells : []);
  const rows = checks.map(({ code, topic, severity, title, confidence, reads, after }) => [
    ...[code, topic, severity, ...wide(confidence), title],
    ...wide(after.join(','), reads.join(',')),
  ]);
  const head = ['CODE', 'TOPIC', 'SEVERITY', ...wide('CONFIDENCE'), 'TITLE', ...wide('AFTER', 'READS')];
  return textTable([head, ...rows]);
}
