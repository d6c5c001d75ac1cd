import { describe, expect, it } from 'vitest';
import { languageOf } from './language.ts';

describe('the language of the console', () => {
  it.each([
    [['ja'], 'ja'],
    [['ja-JP', 'en'], 'ja'],
    [['de', 'fr-CH'], 'en'],
    [['de', 'JA-jp', 'en'], 'ja'],
    [['en-GB', 'ja'], 'en'],
    [['jam'], 'en'],
    [[], 'en'],
  ])('of %s is %s', (wanted, language) => {
    expect(languageOf(wanted)).toBe(language);
  });
});
