import { describe, expect, it } from 'vitest';
import { settingsWords } from '../words/settings-words.ts';
import { inputText, linkedInput, settingInput, typedValue } from './setting-input.ts';

describe('how a setting is typed in', () => {
  it.each([
    ['boolean', [], { kind: 'choice', options: ['true', 'false'] }],
    ['string', ['a', 'b'], { kind: 'choice', options: ['a', 'b'] }],
    ['integer', [1, 2], { kind: 'choice', options: ['1', '2'] }],
    ['string', [], { kind: 'text' }],
    ['integer', [], { kind: 'number' }],
    ['Object', [], { kind: 'json' }],
    ['[]string', [], { kind: 'json' }],
    ['IntOrString', [], { kind: 'json' }],
  ])('%s of %j', (type, allowed, input) => {
    expect(settingInput({ type, allowed })).toEqual(input);
  });

  it.each([
    ['string', 'None', { ok: true, value: 'None' }],
    ['string', 'true', { ok: true, value: 'true' }],
    ['boolean', 'true', { ok: true, value: true }],
    ['integer', ' 5 ', { ok: true, value: 5 }],
    ['integer', '9007199254740993', { ok: true, value: 9007199254740993n }],
    ['Object', '{"a":[1]}', { ok: true, value: { a: [1] } }],
    ['Object', '', { ok: false, message: 'Write a value.' }],
    ['Object', '{', { ok: false, message: expect.stringMatching(/^This is no JSON: /) }],
  ])('%s: %s', (type, text, value) => {
    expect(typedValue(type, text, settingsWords.en)).toEqual(value);
  });

  it('begins with the value', () => {
    expect([undefined, 'a', true, { a: 1 }].map(inputText)).toEqual(['', 'a', 'true', '{\n  "a": 1\n}']);
  });

  it.each([
    ['"Haswell"', { text: 'Haswell', isUnset: false }],
    ['Haswell', { text: 'Haswell', isUnset: false }],
    ['true', { text: 'true', isUnset: false }],
    ['{"a":1}', { text: '{\n  "a": 1\n}', isUnset: false }],
    ['null', { text: '', isUnset: true }],
    ['{', { text: '{', isUnset: false }],
  ])('begins with what a link asks for: %s', (linked, input) => {
    expect(linkedInput(linked)).toEqual(input);
  });
});
