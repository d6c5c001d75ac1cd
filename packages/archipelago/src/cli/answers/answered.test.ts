import { describe, expect, it } from 'vitest';
import { UnreachableError } from '../cluster/unreachable-error.ts';
import type { Answer } from './answer.ts';
import { type AnswerFlags, answered } from './answered.ts';

const answer = (state: string, code = 0): Answer => ({
  data: { state, at: Date.now() },
  print: (isWide) => `${state}${isWide ? ' in full' : ''}\n`,
  names: ['thing/one'],
  code,
  same: { state },
});

/** What a command prints that finds one answer after the other, and then is ended. */
async function told(flags: AnswerFlags, finds: readonly (Answer | Error)[], notes: readonly string[] = []) {
  const left = [...finds];
  const ran = { code: 0, out: '', err: '' };
  const io = {
    out: (text: string) => {
      ran.out += text;
    },
    err: (text: string) => {
      ran.err += text;
    },
    read: async () => '',
    color: false,
    again: async () => left.length > 0,
  };
  ran.code = await answered(flags, io, async (asker) => {
    for (const note of notes) asker.err(`note: ${note}\n`);
    const found = left.shift();
    if (found === undefined || found instanceof Error) throw found;
    return found;
  });
  return ran;
}

describe('an answer', () => {
  it.each([
    [undefined, 'well\n'],
    ['wide', 'well in full\n'],
    ['name', 'thing/one\n'],
    ['json', '{\n  "state": "well"\n}\n'],
    ['yaml', 'state: well\n'],
  ] as const)('as %s', async (output, out) => {
    const found = { ...answer('well', 1), data: { state: 'well' } };
    expect(await told({ output }, [found])).toEqual({ code: 1, out, err: '' });
  });
});

describe('who watches', () => {
  const finds = [answer('bad', 1), answer('bad', 1), new UnreachableError('away'), answer('well')];

  it.each([
    [undefined, /^bad\n\n\d{4}-\d\d-\d\dT[\d:.]+Z\nwell\n$/],
    ['name', /^thing\/one\n$/],
    ['json', /^\{"state":"bad","at":\d+\}\n\{"state":"well","at":\d+\}\n$/],
    ['yaml', /^state: bad\nat: \d+\n---\nstate: well\nat: \d+\n$/],
  ] as const)('sees %s again where it has changed, and a cluster that is away', async (output, out) => {
    const ran = await told({ output, watch: true }, finds);
    expect(ran).toEqual({ code: 0, out: expect.stringMatching(out), err: 'note: away\n' });
  });

  it('hears each note once', async () => {
    const { err } = await told({ watch: true }, [answer('a'), answer('b')], ['old', 'odd']);
    expect(err).toBe('note: old\nnote: odd\n');
  });

  it('does not wait for a snapshot to change', async () => {
    await expect(told({ watch: true, snapshot: 'taken' }, [answer('a')])).rejects.toThrow(
      '--watch: what is in taken does not change',
    );
  });

  it('hears of any other failure', async () => {
    await expect(told({ watch: true }, [answer('a'), new Error('a bug')])).rejects.toThrow('a bug');
  });
});
