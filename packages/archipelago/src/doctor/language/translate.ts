import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import type { Topic } from '../checks.ts';
import { japanesePhrases } from '../japanese/phrases.ts';
import { japaneseTexts } from '../japanese/texts.ts';
import { japaneseWords } from '../japanese/words.ts';
import type { Check } from '../model/check.ts';
import { filled } from '../model/filled.ts';
import type { DoctorFinding, IgnoredReport } from '../model/report.ts';
import { englishWords, type Words } from '../texts/words.ts';
import type { Language } from './language.ts';
import { phrased } from './phrase.ts';

/** What reports say besides the texts of checks, in a language. */
export function wordsOf(language: Language): Words {
  return language === 'ja' ? japaneseWords : englishWords;
}

/** A check with its texts in a language; in English where there are no others. */
export function checkIn(language: Language, check: Check): Check {
  return language === 'ja' ? { ...check, ...japaneseTexts[check.code] } : check;
}

export function topicsIn(language: Language, topics: readonly Topic[]): readonly Topic[] {
  return topics.map(({ name, checks }) => ({
    name,
    checks: checks.map((check) => checkIn(language, check)),
  }));
}

/** A report in a language: messages and fixes are made anew from templates and params, other sentences by a table. */
export function reportIn(language: Language, report: IgnoredReport, checks: readonly Check[]): IgnoredReport {
  if (language === 'en') return report;
  const byCode = new Map(checks.map((check) => [check.code, check]));
  const tell = <Finding extends DoctorFinding>(finding: Finding) =>
    inJapanese(finding, byCode.get(finding.code));
  return {
    ...report,
    findings: report.findings.map(tell),
    checks: report.checks.map((check) =>
      check.reason === undefined ? check : { ...check, reason: phrase(check.reason) },
    ),
    ignored: report.ignored.map((one) => ({
      ...tell(one),
      ignored:
        one.ignored.by === '--skip' ? { ...one.ignored, reason: phrase(one.ignored.reason) } : one.ignored,
    })),
    notes: report.notes.map((note) => ({ ...note, text: phrase(note.text) })),
  };
}

function phrase(text: string): string {
  return phrased(text, japanesePhrases);
}

function inJapanese<Finding extends DoctorFinding>(finding: Finding, check: Check | undefined): Finding {
  const texts = japaneseTexts[finding.code];
  if (texts === undefined || check === undefined) return finding;
  const { params, fix } = finding;
  const isUsual = fix.text === filled(check.fix, params);
  return {
    ...finding,
    title: texts.title,
    message: filled(texts.message, phrasesOf(params)),
    impact: texts.impact,
    fix: { ...fix, text: isUsual ? filled(texts.fix, params) : phrase(fix.text) },
  };
}

/** Params that checks write sentences into; what others hold is written by users of the cluster. */
const sentences = ['problem', 'problems', 'said', 'where', 'elsewhere', 'why', 'lack'];

function phrasesOf(params: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(params).map(([name, value = null]) => [
      name,
      sentences.includes(name) ? told(value) : value,
    ]),
  );
}

function told(value: JsonValue): JsonValue {
  if (typeof value === 'string') return phrase(value);
  return Array.isArray(value) ? value.map(told) : value;
}
