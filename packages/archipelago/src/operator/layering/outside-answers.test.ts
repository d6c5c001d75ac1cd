import { beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../../test/support/fake-clock.ts';
import type { LayeringAnswer } from '../../layering/build-plan/layering-question.ts';
import type { RegistryQuestion } from '../../layering/build-plan/registry-question.ts';
import { OutsideAnswers } from './outside-answers.ts';

const question = (id: string, more: Partial<RegistryQuestion> = {}): RegistryQuestion => ({
  id,
  kind: 'image',
  reference: `registry.example.com/os:${id}`,
  secret: undefined,
  ...more,
});

let clock: FakeClock;
let asked: string[];
let ended: AbortSignal[];
let answered: number;
let reply: (id: string) => Promise<LayeringAnswer>;
let answers: OutsideAnswers;

beforeEach(() => {
  clock = new FakeClock();
  asked = [];
  ended = [];
  answered = 0;
  reply = async () => ({ askedAt: 0, state: 'missing' });
  answers = new OutsideAnswers({
    clock,
    ask: ({ id }, signal) => {
      asked.push(id);
      ended.push(signal);
      return reply(id);
    },
    onAnswer: () => {
      answered += 1;
    },
  });
});

describe('answers of registries', () => {
  it('that are logs are forgotten when they had time to be written down', async () => {
    reply = async (id) => ({
      askedAt: 0,
      ...(id === 'a' ? { state: 'log', text: 'long' } : { state: 'missing' }),
    });
    answers.want([question('a'), question('b')]);
    await clock.advance(1);
    expect(Object.keys(answers.all())).toEqual(['a', 'b']);
    await clock.advance(601_000);
    answers.want([]);
    expect(Object.keys(answers.all())).toEqual(['b']);
  });

  it('asks a question once at a time, and again when it is wanted again', async () => {
    answers.want([question('a'), question('b')]);
    answers.want([question('a')]);
    await clock.advance(1);
    expect([asked, answered]).toEqual([['a', 'b'], 2]);
    answers.want([question('a')]);
    await clock.advance(1);
    expect(asked).toEqual(['a', 'b', 'a']);
  });

  it('waits until a question may be asked', async () => {
    answers.want([question('a', { notBefore: clock.now() + 30_000 })]);
    expect(asked).toEqual([]);
    await clock.advance(30_000);
    answers.want([question('a', { notBefore: clock.now() })]);
    expect(asked).toEqual(['a']);
  });

  it('dates an answer by when it was asked for: things may have been pushed since', async () => {
    const begin = clock.now();
    let finish: (answer: LayeringAnswer) => void = () => {};
    reply = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    answers.want([question('a')]);
    await clock.advance(5_000);
    finish({ askedAt: 0, state: 'missing' });
    await clock.advance(1);
    expect(answers.all()).toEqual({ a: { askedAt: begin, state: 'missing' } });
  });

  it('takes a mistake of ours for silence, which is asked about again', async () => {
    reply = async () => {
      throw new Error('a bug');
    };
    answers.want([question('a')]);
    await clock.advance(1);
    const message = 'registry.example.com/os:a: a bug';
    expect(answers.all()).toMatchObject({ a: { state: 'unavailable', message } });
  });

  it('gives up on a registry that never answers, and keeps nothing that comes after leadership has gone', async () => {
    answers.want([question('a')]);
    reply = () => new Promise(() => {});
    answers.want([question('b')]);
    await clock.advance(120_000);
    expect(ended[1]?.aborted).toBe(true);
    reply = (id) =>
      new Promise((resolve) => {
        ended.at(-1)?.addEventListener('abort', () => resolve({ askedAt: 0, state: 'missing' }));
        expect(id).toBe('c');
      });
    answers.want([question('c')]);
    const before = answered;
    void answers.leave();
    await clock.advance(1);
    expect([answered, Object.keys(answers.all())]).toEqual([before + 1, ['a']]);
  });

  it('takes what was heard before it began, unless it knows better', async () => {
    answers.want([question('a')]);
    await clock.advance(1);
    const now = clock.now();
    const [before, after] = [now - 60_000, now + 60_000];
    const told = (askedAt: number) => ({ askedAt, state: 'checked', digest: 'sha256:x' }) as const;
    answers.restore({ a: told(before), b: told(before) });
    expect(answers.all()).toEqual({ a: { askedAt: now - 1, state: 'missing' }, b: told(before) });
    answers.restore({ a: told(after), b: told(before - 1) });
    expect(answers.all()).toEqual({ a: told(after), b: told(before) });
    expect([asked, answered]).toEqual([['a'], 1]);
  });

  it('forgets after a day', async () => {
    answers.want([question('a')]);
    await clock.advance(25 * 3_600_000);
    answers.want([]);
    expect(answers.all()).toEqual({});
  });
});
