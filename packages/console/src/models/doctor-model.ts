import {
  type JsonObject,
  type JsonValue,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
} from '@archipelago/apimachinery';
import type { DoctorWords } from '../words/doctor-words.ts';
import { said } from './said.ts';
import { valueText } from './value-text.ts';

/** Something that the doctor has found. */
export interface FindingModel {
  /** Of the finding, wherever it stands in the list. */
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly severity: string;
  readonly confidence: string;
  readonly object: string;
  /** The same, in parts; without a name it is about no object. */
  readonly target: { readonly kind: string; readonly namespace: string; readonly name: string };
  readonly message: string;
  readonly impact: string;
  readonly fix: string;
  readonly commands: readonly string[];
  readonly evidence: readonly { readonly name: string; readonly value: string }[];
  /** Whether the doctor can mend it. */
  readonly isFixable: boolean;
  /** By whom and why; `''`: it is not ignored. */
  readonly ignored: string;
}

/** What the page of the doctor shows. */
export interface DoctorModel {
  readonly counts: Readonly<Record<'critical' | 'warning' | 'info' | 'ok' | 'skipped' | 'unknown', number>>;
  readonly findings: readonly FindingModel[];
  readonly ignored: readonly FindingModel[];
  /** Checks that could not look. */
  readonly blind: readonly { readonly code: string; readonly reason: string }[];
  readonly notes: readonly string[];
  /** Findings that the page does not have, none of them more serious. */
  readonly left: number;
}

const severities = ['critical', 'warning', 'info'];

/** The doctor's report, the most serious first, of what the console says. */
export function doctorModel(view: JsonValue, words: DoctorWords): DoctorModel {
  const count = (name: string): number => numberAt(view, 'summary', name) ?? 0;
  return {
    counts: {
      critical: count('critical'),
      warning: count('warning'),
      info: count('info'),
      ok: count('ok'),
      skipped: count('skipped'),
      unknown: count('unknown'),
    },
    findings: findingsOf(view, 'findings', words),
    ignored: findingsOf(view, 'ignored', words),
    blind: objectsAt(view, 'checks')
      .filter(({ status }) => status === 'unknown')
      .map((check) => ({ code: said(check, 'code'), reason: said(check, 'reason') })),
    left: numberAt(view, 'left') ?? 0,
    notes: objectsAt(view, 'notes').map((note) => said(note, 'text')),
  };
}

/** Those that are at least so serious. */
export function seriousFindings(findings: readonly FindingModel[], least: string): readonly FindingModel[] {
  return findings.filter(({ severity }) => rank(severity) <= rank(least));
}

/** What nobody knows counts as serious. */
function rank(severity: string): number {
  return severities.indexOf(severity);
}

function findingsOf(view: JsonValue, member: string, words: DoctorWords): readonly FindingModel[] {
  const fixable = new Set(textsAt(view, 'fixable'));
  const seen = new Map<string, number>();
  return objectsAt(view, member)
    .map((finding) => {
      const model = findingModel(finding, { fixable, words });
      const key = `${model.code} ${model.object}`;
      const times = (seen.get(key) ?? 0) + 1;
      seen.set(key, times);
      return times === 1 ? { ...model, id: key } : { ...model, id: `${key} ${times}` };
    })
    .sort((a, b) => rank(a.severity) - rank(b.severity));
}

interface Around {
  readonly fixable: ReadonlySet<string>;
  readonly words: DoctorWords;
}

function findingModel(finding: JsonObject, { fixable, words }: Around): Omit<FindingModel, 'id'> {
  const target = targetOf(finding);
  return {
    code: said(finding, 'code'),
    title: said(finding, 'title'),
    severity: said(finding, 'severity'),
    confidence: said(finding, 'confidence'),
    object: [target.kind, target.namespace, target.name].filter((part) => part !== '').join('/'),
    target,
    message: said(finding, 'message'),
    impact: said(finding, 'impact'),
    fix: said(finding, 'fix', 'text'),
    commands: textsAt(finding, 'fix', 'commands').map((_, index) => said(finding, 'fix', 'commands', index)),
    evidence: Object.entries(objectAt(finding, 'params')).map(([name, value]) => ({
      name: valueText(name),
      value: valueText(value),
    })),
    isFixable: fixable.has(textAt(finding, 'code')),
    ignored: ignoredText(finding, words),
  };
}

function targetOf(finding: JsonObject): FindingModel['target'] {
  return {
    kind: said(finding, 'object', 'kind'),
    namespace: said(finding, 'object', 'namespace'),
    name: said(finding, 'object', 'name'),
  };
}

function ignoredText(finding: JsonObject, { ignoredBy }: DoctorWords): string {
  const by = said(finding, 'ignored', 'by');
  if (by === '') return '';
  return ignoredBy(by, said(finding, 'ignored', 'reason'), said(finding, 'ignored', 'until'));
}
