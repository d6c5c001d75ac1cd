import { printData } from '../../../text/print-data.ts';
import { dataReport } from './data-report.ts';
import { junitReport } from './junit-report.ts';
import { markdownReport } from './markdown-report.ts';
import { sarifReport } from './sarif-report.ts';
import { shortReport } from './short-report.ts';
import { textReport } from './text-report.ts';
import type { Format, Told } from './told.ts';
import { visibleReport } from './visible-report.ts';

/** The report in a format. */
export function printReport(told: Told, format: Format): string {
  const visible = { ...told, report: visibleReport(told.report) };
  switch (format) {
    case 'text':
    case 'wide':
      return textReport(visible, format === 'wide');
    case 'short':
      return shortReport(visible);
    case 'name':
      return codesFound(visible);
    case 'json':
    case 'yaml':
      return printData(dataReport(told), format);
    case 'junit':
      return junitReport(visible);
    case 'sarif':
      return printData(sarifReport(visible), 'json');
    case 'markdown':
      return markdownReport(visible);
  }
}

/** What `doctor explain` and `doctor fix` take, a line each. */
function codesFound({ report: { findings } }: Told): string {
  return [...new Set(findings.map(({ code }) => code))].map((code) => `${code}\n`).join('');
}
