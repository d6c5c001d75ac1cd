import { describe, expect, it } from 'vitest';
import { buildLogModel } from './build-log-model.ts';

const nothing = { job: '', text: '', message: '', isRunning: false, isCut: false, isKept: false };

describe('the log of a build', () => {
  it.each([
    [
      {
        job: 'b-1',
        state: 'there',
        text: 'a\tb\n\u001b[2J<b>',
        isRunning: true,
        isCut: false,
        isKept: false,
      },
      { ...nothing, job: 'b-1', text: 'a\tb\n\\u001b[2J<b>', isRunning: true },
    ],
    [
      { job: 'b-1', text: 'a', isCut: true, isKept: true },
      { ...nothing, job: 'b-1', text: 'a', isCut: true, isKept: true },
    ],
    [
      { state: 'none', message: 'no job' },
      { ...nothing, message: 'no job' },
    ],
    [
      { notes: [], problem: { kind: 'notSeen', message: 'away' } },
      { ...nothing, message: 'away' },
    ],
    [null, nothing],
  ])('of %j is %j', (answer, model) => {
    expect(buildLogModel(answer)).toEqual(model);
  });

  it('has an end, whoever sends it', () => {
    const { text, isCut } = buildLogModel({ text: `${'x'.repeat(300_000)}end` });
    expect([text.length, text.endsWith('end'), isCut]).toEqual([200_000, true, true]);
  });
});
