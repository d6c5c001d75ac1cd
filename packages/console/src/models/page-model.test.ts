import { describe, expect, it } from 'vitest';
import { pageWords } from '../words/page-words.ts';
import { pageModel } from './page-model.ts';

const seen = { view: { a: 1 }, notes: ['assumed'] };

describe('what every page says', () => {
  it('is its content, and what had to be assumed', () => {
    expect(pageModel({ document: seen, connection: 'live' }, pageWords.en)).toEqual({
      view: { a: 1 },
      notes: ['assumed'],
      problem: undefined,
    });
  });

  it('is nothing at first', () => {
    expect(pageModel({ document: undefined, connection: 'connecting' }, pageWords.en)).toEqual({
      view: undefined,
      notes: [],
      problem: undefined,
    });
  });

  it.each([
    [
      'a cluster that is away',
      { ...seen, problem: { kind: 'notSeen', message: 'away' } },
      'What is shown is what was seen last. away',
    ],
    ['a cluster that never was there', { notes: [], problem: { kind: 'notSeen', message: 'away' } }, 'away'],
    [
      'a mistake of ours',
      { ...seen, problem: { kind: 'bug', message: 'oh' } },
      'What is shown is what was seen last. oh',
    ],
    [
      'what is not there',
      { notes: [], problem: { kind: 'notThere', message: 'no HyperConverged' } },
      'no HyperConverged',
    ],
    [
      'text that turns around',
      { notes: [], problem: { kind: 'notThere', message: 'a\u202eb' } },
      'a\\u202eb',
    ],
  ])('tells of %s', (_, document, message) => {
    expect(pageModel({ document, connection: 'live' }, pageWords.en).problem?.message).toBe(message);
  });

  it('says that the console is away before anything else', () => {
    const document = { ...seen, problem: { kind: 'notSeen', message: 'away' } };
    expect(pageModel({ document, connection: 'lost' }, pageWords.en)).toMatchObject({
      view: { a: 1 },
      problem: { message: expect.stringMatching(/^What is shown is what was seen last\. It is asked again/) },
    });
    expect(pageModel({ document, connection: 'over' }, pageWords.en).problem?.title).toBe(
      'The session has ended',
    );
  });
});
