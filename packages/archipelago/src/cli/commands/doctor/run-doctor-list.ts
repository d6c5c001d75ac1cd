import { topics } from '../../../doctor/checks.ts';
import { resourceOf } from '../../../doctor/facts/fact-kinds.ts';
import type { Io } from '../../process/io.ts';
import { type Output, printData } from '../../text/print-data.ts';
import { textTable } from '../../text/text-table.ts';
import { checkNamed } from './run-doctor.ts';
import { wrapped } from './wrapped.ts';

export interface DoctorListOptions {
  readonly output?: Output;
}

/** Prints every check. */
export async function runDoctorList({ output }: DoctorListOptions, io: Io): Promise<number> {
  const checks = topics.flatMap(({ name, checks: own }) =>
    own.map(({ code, severity, confidence, title }) => ({ code, topic: name, severity, confidence, title })),
  );
  const rows = checks.map(({ code, topic, severity, title }) => [code, topic, severity, title]);
  io.out(
    output === undefined
      ? textTable([['CODE', 'TOPIC', 'SEVERITY', 'TITLE'], ...rows])
      : printData({ checks }, output),
  );
  return 0;
}

/** Prints what a check asks, why, and what to do. */
export async function runDoctorExplain(code: string, io: Io): Promise<number> {
  const check = checkNamed(code);
  const parts: readonly (readonly [string, string])[] = [
    ['found: ', check.message],
    ['impact: ', check.impact],
    ['fix: ', check.fix],
    ['not meant: ', check.falsePositives],
    ['reads: ', check.needs.map(resourceOf).join(', ')],
    ['not asked after: ', (check.after ?? []).join(', ')],
  ];
  const lines = parts
    .filter(([, text]) => text !== '')
    .map(([start, text]) => wrapped(start, text.replaceAll(/\{(\w+)\}/g, '<$1>')));
  io.out(`${check.code} ${check.title} (${check.severity}, ${check.confidence})\n${lines.join('')}`);
  return 0;
}
