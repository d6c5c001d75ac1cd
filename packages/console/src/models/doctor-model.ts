import {
  type JsonObject,
  type JsonValue,
  numberAt,
  objectAt,
  objectsAt,
  textsAt,
} from '@archipelago/apimachinery';
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
  readonly message: string;
  readonly impact: string;
  readonly fix: string;
  readonly commands: readonly string[];
  readonly evidence: readonly { readonly name: string; readonly value: string }[];
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
}

const severities = ['critical', 'warning', 'info'];

/** The doctor's report, the most serious first, of what the console says. */
export function doctorModel(view: JsonValue): DoctorModel {
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
    findings: findingsOf(view, 'findings'),
    ignored: findingsOf(view, 'ignored'),
    blind: objectsAt(view, 'checks')
      .filter(({ status }) => status === 'unknown')
      .map((check) => ({ code: said(check, 'code'), reason: said(check, 'reason') })),
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

function findingsOf(view: JsonValue, member: string): readonly FindingModel[] {
  const seen = new Map<string, number>();
  return objectsAt(view, member)
    .map((finding) => {
      const model = findingModel(finding);
      const key = `${model.code} ${model.object}`;
      const times = (seen.get(key) ?? 0) + 1;
      seen.set(key, times);
      return times === 1 ? { ...model, id: key } : { ...model, id: `${key} ${times}` };
    })
    .sort((a, b) => rank(a.severity) - rank(b.severity));
}

function findingModel(finding: JsonObject): Omit<FindingModel, 'id'> {
  return {
    code: said(finding, 'code'),
    title: said(finding, 'title'),
    severity: said(finding, 'severity'),
    confidence: said(finding, 'confidence'),
    object: objectText(finding),
    message: said(finding, 'message'),
    impact: said(finding, 'impact'),
    fix: said(finding, 'fix', 'text'),
    commands: textsAt(finding, 'fix', 'commands').map((_, index) => said(finding, 'fix', 'commands', index)),
    evidence: Object.entries(objectAt(finding, 'params')).map(([name, value]) => ({
      name: valueText(name),
      value: valueText(value),
    })),
    ignored: ignoredText(finding),
  };
}

function objectText(finding: JsonObject): string {
  return ['kind', 'namespace', 'name']
    .map((part) => said(finding, 'object', part))
    .filter((part) => part !== '')
    .join('/');
}

function ignoredText(finding: JsonObject): string {
  const by = said(finding, 'ignored', 'by');
  if (by === '') return '';
  const until = said(finding, 'ignored', 'until');
  return `by ${by}: ${said(finding, 'ignored', 'reason')}${until === '' ? '' : ` (until ${until})`}`;
}
