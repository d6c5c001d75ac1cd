import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { factNames } from '../facts/fact-kinds.ts';
import { type Facts, readingOf } from '../facts/facts.ts';
import { objectText } from '../model/object-text.ts';
import type { DoctorFinding, IgnoreGround } from '../model/report.ts';
import type { IgnoreEntry } from './ignore-entry.ts';

/** One code that is ignored somewhere. */
export interface IgnoreRule {
  readonly code: string;
  readonly ground: IgnoreGround;
  readonly isMeant: (finding: DoctorFinding) => boolean;
}

/** On an object: the codes of findings about it, by commas. On the HyperConverged: also of findings about no object. */
export const ignoreAnnotation = 'archipelago.dev/doctor-ignore';

/** The rules of files. */
export function rulesOfEntries(entries: readonly IgnoreEntry[]): readonly IgnoreRule[] {
  return entries.map(({ code, object, reason, until, by }) => ({
    code,
    ground: { by, reason, ...(until === undefined ? {} : { until }) },
    isMeant: object === undefined ? () => true : (finding) => isNamed(object, finding),
  }));
}

/** The rules that objects carry as annotations. */
export function rulesOfObjects(facts: Facts): readonly IgnoreRule[] {
  return factNames.flatMap((name) => {
    const reading = readingOf(facts, name);
    return reading.state === 'read' ? reading.objects.flatMap(rulesOfObject) : [];
  });
}

function rulesOfObject(object: JsonObject): readonly IgnoreRule[] {
  const annotated = (suffix: string) =>
    textAt(object, 'metadata', 'annotations', `${ignoreAnnotation}${suffix}`);
  const written = annotated('');
  if (written === '') return [];
  const itself = objectText({
    kind: textAt(object, 'kind'),
    namespace: textAt(object, 'metadata', 'namespace'),
    name: textAt(object, 'metadata', 'name'),
  });
  const until = annotated('-until');
  const ground = {
    by: `annotation of ${itself}`,
    reason: annotated('-reason'),
    ...(until === '' ? {} : { until }),
  };
  const isForAll = textAt(object, 'kind') === 'HyperConverged';
  const isMeant = (finding: DoctorFinding) =>
    finding.object === undefined ? isForAll : objectText(finding.object) === itself;
  return codesIn(written).map((code) => ({ code, ground, isMeant }));
}

/** The codes that an annotation names. */
export function codesIn(written: string): readonly string[] {
  return [...new Set(written.split(/[\s,]+/).filter((code) => code !== ''))];
}

function isNamed(pattern: string, { object }: DoctorFinding): boolean {
  return object !== undefined && matchesPattern(objectText(object), pattern);
}

/** `*` stands for any characters. */
function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
