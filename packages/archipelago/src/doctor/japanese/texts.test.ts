import { describe, expect, it, test } from 'vitest';
import { checkCases } from '../checks.cases.test-support.ts';
import { topics } from '../checks.ts';
import { readFacts } from '../facts/read-facts.ts';
import { withoutIgnores } from '../ignore/apply-ignores.ts';
import { languageOf } from '../language/language.ts';
import { phrased } from '../language/phrase.ts';
import { reportIn } from '../language/translate.ts';
import { examine } from '../model/examine.ts';
import { englishWords } from '../texts/words.ts';
import { japanesePhrases } from './phrases.ts';
import { japaneseTexts } from './texts.ts';
import { japaneseWords } from './words.ts';

/** Checks that nobody has translated yet: they are told in English. */
const untranslated: readonly string[] = [];

const checks = topics.flatMap((topic) => topic.checks);
const japanese = /[\u3041-\u30ff\u4e00-\u9fff]/;
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

describe.each(checks.map((check) => [check.code, check] as const))('%s', (code, check) => {
  it('has Japanese texts with the placeholders of the English ones', () => {
    const texts = japaneseTexts[code];
    expect(texts === undefined).toBe(untranslated.includes(code));
    if (texts === undefined) return;
    for (const name of ['title', 'message', 'impact', 'fix', 'falsePositives'] as const) {
      expect(placeholders(texts[name]), name).toEqual(placeholders(check[name]));
      expect(texts[name].trim(), name).not.toBe('');
    }
    expect([texts.title, texts.impact, texts.fix].every((text) => japanese.test(text))).toBe(true);
  });
});

test('there are no texts of checks that do not exist', () => {
  const codes = checks.map(({ code }) => code);
  expect(Object.keys(japaneseTexts).filter((code) => !codes.includes(code))).toEqual([]);
  const topicNames = topics.map(({ name }) => japaneseWords.topic(name));
  expect(topicNames.filter((name) => !japanese.test(name))).toEqual(['Subscription']);
});

test('phrases have the same placeholders in both languages', () => {
  for (const [english, told] of japanesePhrases) {
    expect(placeholders(told), english).toEqual(placeholders(english));
    expect(told).toMatch(japanese);
  }
});

const reports = Object.values(checkCases)
  .flatMap(({ found, near, alsoFound = [] }) => [found, near, ...alsoFound.map(({ objects }) => objects)])
  .map((objects) => examine(checks, readFacts(objects, Date.parse('2026-11-23T12:00:00Z')).facts));

test('no sentence of a report stays English, and params stay as they are', () => {
  for (const report of reports) {
    const told = reportIn('ja', withoutIgnores(report), checks);
    expect(told.findings.map(({ params }) => params)).toEqual(report.findings.map(({ params }) => params));
    for (const { code, message, fix } of told.findings.filter((one) => !untranslated.includes(one.code))) {
      expect([code, /[a-z]+ [a-z]+ [a-z]+ [a-z]+/.exec(message)]).toEqual([code, null]);
      expect(fix.text).toMatch(japanese);
    }
    for (const { code, reason = 'ア' } of told.checks)
      expect(untranslated.includes(code) || japanese.test(reason), `${code}: ${reason}`).toBe(true);
  }
});

test('what users of the cluster wrote is not translated', () => {
  const phrases = [['{a} is not {b}', '{a}は{b}ではない']] as const;
  expect(phrased('x is not y is not z', phrases)).toBe('xはy is not zではない');
  expect(phrased('x is y', phrases)).toBe('x is y');
});

test('the words of reports', () => {
  const counts = { critical: 1, warning: 1, info: 0, ok: 3, skipped: 0, unknown: 2, ignored: 4 };
  expect(japaneseWords.summary(counts)).toBe('重大 1、警告 1、情報 0、正常 3、スキップ 0、不明 2、無視 4');
  expect(englishWords.summary(counts)).toBe(
    '1 critical, 1 warning, 0 info; 3 ok, 0 skipped, 2 unknown, 4 ignored',
  );
});

describe('the language of the environment', () => {
  it.each([
    [{ LANG: 'ja_JP.UTF-8' }, 'ja'],
    [{ LANG: 'ja' }, 'ja'],
    [{ LC_ALL: 'C', LANG: 'ja_JP.UTF-8' }, 'en'],
    [{ LC_ALL: '', LC_MESSAGES: 'ja_JP.eucJP', LANG: 'C' }, 'ja'],
    [{ LANG: 'jam_JM' }, 'en'],
    [{}, 'en'],
  ])('%j is %s', (environment, language) => expect(languageOf(environment)).toBe(language));
});
