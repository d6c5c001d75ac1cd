import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { proposalWords } from '../words/proposal-words.ts';
import { proposalModel } from './proposal-model.ts';

const write = { verb: 'change', object: 'StorageClass rbd', fields: [{ field: 'a', after: 'b' }] };
const shown = { writes: [write], refused: [], effects: ['new volumes'], server: [], fingerprint: 'f' };
const denied = { object: 'StorageClass rbd', message: 'no', isForbidden: true };

const model = (answer: JsonObject) => proposalModel(answer, proposalWords.en);

describe('writes that are shown', () => {
  it('say what changes, and can be made', () => {
    expect(model(shown)).toEqual({
      verdict: { variant: 'success', title: 'The cluster would accept this' },
      texts: [],
      writes: [
        {
          object: 'StorageClass rbd',
          verb: 'changed',
          lines: [{ sign: '+', text: 'a: b' }],
          keptBy: '',
        },
      ],
      effects: ['new volumes'],
      fingerprint: 'f',
      isKept: false,
      isDone: false,
      undo: undefined,
    });
  });

  it.each<[string, JsonObject, string, string]>([
    ['are none', { ...shown, writes: [] }, 'There is nothing to write', ''],
    ['are refused', { ...shown, server: [{ ...denied, isForbidden: false }] }, 'would refuse', ''],
    ['are not allowed', { ...shown, server: [denied] }, 'You may not', ''],
    ['are others now', { ...shown, outcome: { kind: 'changed' } }, 'Something has changed', ''],
    ['were made', { ...shown, outcome: { kind: 'done', wrote: ['a'], undo: {} } }, 'Done', ''],
    [
      'were made in part',
      { ...shown, outcome: { kind: 'failed', wrote: ['a'], failure: denied } },
      'It stopped after 1',
      '',
    ],
    ['could not be looked at', { problem: { message: 'away' }, notes: [] }, 'could not be looked at', ''],
    ['are kept elsewhere', { ...shown, writes: [{ ...write, keptBy: 'Helm' }] }, 'would accept', 'f'],
  ])('%s', (_, answer, title, fingerprint) => {
    const told = model(answer);
    expect(told.verdict.title).toContain(title);
    expect(told.fingerprint).toBe(fingerprint);
  });

  it('tell what is in the way, by object', () => {
    expect(model({ ...shown, refused: ['for people'], server: [denied], notes: ['n'] }).texts).toEqual([
      'for people',
      'StorageClass rbd: no',
      'n',
    ]);
  });

  it.each<[JsonObject, string]>([
    [{ field: 'a', before: 'x' }, '- a: x'],
    [{ field: 'a', before: 'x', after: ['y'] }, '~ a: x → [\n  "y"\n]'],
    [{ field: 'a', after: '\u202eevil' }, '+ a: \\u202eevil'],
  ])('%j', (field, text) => {
    const [first] = model({ ...shown, writes: [{ ...write, fields: [field] }] }).writes;
    expect(first?.lines.map((line) => `${line.sign} ${line.text}`)).toEqual([text]);
  });
});
