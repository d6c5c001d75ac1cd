import { objectText } from '../../../../doctor/model/object-text.ts';
import { countUp } from '../../../../doctor/tell/count-up.ts';
import type { Told } from './told.ts';

/** One line for each finding, and a last one: to be pasted into a chat. */
export function shortReport({ report, words, showIgnored, next }: Told): string {
  const ignored = (showIgnored ? report.ignored : []).map(
    (one) =>
      `${one.code} ${words.ignored}: ${aboutObject(one.object)}${one.message} - ${words.ground(one.ignored)}`,
  );
  const findings = report.findings.map(
    ({ code, severity, object, message }) =>
      `${code} ${words.severity(severity)}: ${aboutObject(object)}${message}`,
  );
  const lines = [...findings, ...ignored, words.summary(countUp(report)), ...(next === '' ? [] : [next])];
  return `${lines.join('\n')}\n`;
}

function aboutObject(object: Parameters<typeof objectText>[0] | undefined): string {
  return object === undefined ? '' : `${objectText(object)}: `;
}
