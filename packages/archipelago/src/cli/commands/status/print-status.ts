import pc from 'picocolors';
import { columnsOf } from '../../text/columns-of.ts';
import { type PartName, partNames, type StatusPart, type StatusReport } from './status-schema.ts';

const titles: Readonly<Record<PartName, string>> = {
  operator: 'operator',
  hyperConverged: 'HyperConverged',
  operands: 'operands',
  images: 'golden images',
  builds: 'builds',
  findings: 'findings',
  alerts: 'alerts',
  certificates: 'certificates',
};

const words: Readonly<Record<StatusPart['state'], string>> = {
  well: 'well',
  notWell: 'not well',
  absent: '-',
  unknown: 'unknown',
};

const titleWidth = Math.max(...Object.values(titles).map(columnsOf));
const wordWidth = Math.max(...Object.values(words).map(columnsOf));
const indent = ' '.repeat(4);

/** On one screen a part has so many lines, and a line so many characters. */
const [mostProblems, longest] = [3, 200];

interface Print {
  /** Everything, however long it is. */
  readonly isWide: boolean;
  readonly color: boolean;
}

/** The status as people read it; of some of its parts there is no first line about all of it. */
export function printStatus(
  report: StatusReport,
  names: readonly PartName[],
  { isWide, color }: Print,
): string {
  const colors = pc.createColors(color);
  const paint = {
    well: colors.green,
    notWell: colors.red,
    absent: colors.dim,
    unknown: colors.yellow,
  };
  const { well, namespace } = report;
  const verdict = well ? paint.well('is well') : paint.notWell('is not well');
  const head = names.length < partNames.length ? '' : `the installation in ${namespace} ${verdict}\n`;
  const lines = names.flatMap((name) => {
    const part = report[name];
    const word = paint[part.state](words[part.state].padEnd(wordWidth));
    return [
      `  ${titles[name].padEnd(titleWidth)}  ${word}  ${part.summary}`.trimEnd(),
      ...linesOf(part, isWide),
    ];
  });
  return `${head}${lines.map((line) => `${line}\n`).join('')}`;
}

function linesOf({ state, summary, problems, more }: StatusPart, isWide: boolean): readonly string[] {
  if (state === 'absent' || problems.length === 0) return [];
  const shown = isWide ? problems : problems.slice(0, mostProblems);
  const left = problems.length - shown.length;
  const lines = shown.flatMap(({ object, message, fix }) => [
    ...(summary.endsWith(message)
      ? []
      : [`${indent}${cut(object === undefined ? message : `${object}: ${message}`, isWide)}`]),
    ...(fix === undefined ? [] : [`${indent}${summary.endsWith(message) ? '' : '  '}fix: ${fix}`]),
  ]);
  const rest = left === 0 ? `more: ${more}` : `and ${left} more: ${more}`;
  return [...lines, `${indent}${rest}`];
}

function cut(text: string, isWide: boolean): string {
  const line = text.replace(/\s*\n\s*/g, ' ');
  return isWide || line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
}
