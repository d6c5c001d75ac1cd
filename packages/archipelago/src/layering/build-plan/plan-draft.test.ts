import { type KubernetesObject, timestamp } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { plainSource } from './plain-source.ts';
import { PlanDraft, timeOf } from './plan-draft.ts';
import type { RegistryAnswer, RegistryQuestion } from './registry-question.ts';

const now = Date.parse('2026-11-21T10:00:00Z');
const question = (more: Partial<RegistryQuestion> = {}): RegistryQuestion => ({
  id: 'q',
  kind: 'image',
  reference: 'registry.example.com/os:k',
  secret: undefined,
  ...more,
});
const missing = (askedAt: number): RegistryAnswer => ({ askedAt, state: 'missing' });

interface Asked {
  readonly answers: Readonly<Record<string, RegistryAnswer>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly about?: RegistryQuestion;
  readonly maxAgeMs?: number;
}

function ask({ answers, secrets = {}, about = question(), maxAgeMs = 60_000 }: Asked) {
  const draft = new PlanDraft(plainSource({ now, answers, secrets }));
  const answer = draft.ask(about, maxAgeMs);
  const { questions, wakeAt } = draft.plan();
  return { answer, questions, wakeAt };
}

describe('an answer of a registry', () => {
  test.each([
    [0, true],
    [59_999, true],
    [60_000, true],
    [60_001, false],
    [86_400_000, false],
  ])('%i ms old, where a minute is fresh: taken is %s', (age, isTaken) => {
    const { answer, questions, wakeAt } = ask({ answers: { q: missing(now - age) } });
    expect(answer).toEqual(isTaken ? missing(now - age) : undefined);
    expect(questions).toEqual(isTaken ? [] : [question()]);
    expect(wakeAt).toBeUndefined();
  });

  test('is never too old where it stays true', () => {
    const answers = { q: missing(0) };
    expect(ask({ answers, maxAgeMs: Number.POSITIVE_INFINITY }).answer).toEqual(missing(0));
  });

  test('to another question is none', () => {
    expect(ask({ answers: { other: missing(now) } })).toEqual({
      answer: undefined,
      questions: [question()],
      wakeAt: undefined,
    });
  });

  test.each(['constructor', 'toString', '__proto__'])('is not found in what every object has: %s', (id) => {
    expect(ask({ answers: {}, about: question({ id }) }).answer).toBeUndefined();
  });

  test('was given to one login, and not to what its secret has now', () => {
    const about = question({ secret: 'push' });
    const answers = { 'q 1': missing(now) };
    expect(ask({ answers, about, secrets: { push: '1' } }).answer).toEqual(missing(now));
    const renewed = ask({ answers, about, secrets: { push: '2' } });
    expect(renewed.answer).toBeUndefined();
    expect(renewed.questions).toEqual([{ ...about, id: 'q 2' }]);
    // a secret that is not there, or not known: as it is
    expect(ask({ answers: { q: missing(now) }, about, secrets: { other: '1' } }).answer).toEqual(
      missing(now),
    );
    expect(ask({ answers: { q: missing(now) }, secrets: { push: '1' } }).answer).toEqual(missing(now));
    expect(ask({ answers, about: question({ secret: 'constructor' }) }).questions).toMatchObject([
      { id: 'q' },
    ]);
  });
});

describe('a registry that', () => {
  const denied = { state: 'denied', message: '401' } as const;
  const unavailable = { state: 'unavailable', message: '503' } as const;
  const bad = { state: 'bad', message: 'cut short' } as const;
  const none = { state: 'missing' } as const;

  test.each<
    [RegistryQuestion['kind'], typeof denied | typeof unavailable | typeof bad | typeof none, number]
  >([
    ['base', unavailable, 30_000],
    ['image', unavailable, 30_000],
    ['published', unavailable, 30_000],
    ['delete', unavailable, 30_000],
    ['base', denied, 60_000],
    ['image', denied, 60_000],
    ['base', none, 60_000],
    ['base', bad, 900_000],
  ])('said of %s %j is asked again in %i ms, and believed until then', (kind, said, pause) => {
    const askedAt = now - 20_000;
    const about = question({ kind });
    const notBefore = askedAt + pause;
    const old = ask({ answers: { q: { ...said, askedAt } }, about, maxAgeMs: 0 });
    expect(old.answer).toEqual({ ...said, askedAt });
    expect(old.questions).toEqual([{ ...about, notBefore }]);
    expect(old.wakeAt).toBe(notBefore);
    // also after the pause: until there is another answer
    const late = ask({ answers: { q: { ...said, askedAt: now - pause } }, about, maxAgeMs: 0 });
    expect(late).toMatchObject({ answer: said, questions: [{ notBefore: now }], wakeAt: undefined });
  });

  test.each<[RegistryQuestion['kind'], typeof bad | typeof none]>([
    ['image', none],
    ['published', none],
    ['image', bad],
    ['published', bad],
    ['delete', none],
  ])('said of %s %j has answered', (kind, said) => {
    const about = question({ kind });
    const fresh = ask({ answers: { q: { ...said, askedAt: now } }, about });
    expect(fresh).toEqual({ answer: { ...said, askedAt: now }, questions: [], wakeAt: undefined });
    expect(ask({ answers: { q: { ...said, askedAt: now - 60_001 } }, about }).answer).toBeUndefined();
  });
});

describe('what is written', () => {
  const job: KubernetesObject = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'b', namespace: 'n', uid: 'u', resourceVersion: '7', labels: { a: '1', b: '2' } },
    status: { phase: 'x', list: [1] },
  };
  const seen = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    name: 'b',
    namespace: 'n',
    uid: 'u',
    resourceVersion: '7',
  };
  const actionsOf = (act: (draft: PlanDraft) => void) => {
    const draft = new PlanDraft(plainSource({ now, answers: {} }));
    act(draft);
    return draft.plan().actions;
  };

  test('is meant for the very object, and the very version of it, that was looked at', () => {
    const { status: _, ...unread } = job;
    const actions = actionsOf((draft) => {
      draft.patch(job, { metadata: { labels: { a: '1', b: '3', c: null } } }, 'labels');
      draft.status(job, { phase: 'y' }, 'a status');
      draft.status(unread, { phase: 'y' }, 'the first status');
      draft.delete(job, 'gone');
      draft.create(job, 'made');
    });
    expect(actions).toEqual([
      { kind: 'patch', object: seen, patch: { metadata: { labels: { b: '3' } } }, because: 'labels' },
      { kind: 'status', object: seen, status: { phase: 'y' }, because: 'a status' },
      { kind: 'status', object: seen, status: { phase: 'y' }, because: 'the first status' },
      { kind: 'delete', object: seen, precondition: 'uid', because: 'gone' },
      { kind: 'create', object: job, because: 'made' },
    ]);
  });

  test('is nothing where it is so already, in whatever order', () => {
    const going = { ...job, metadata: { ...job.metadata, deletionTimestamp: '2026-11-21T09:00:00Z' } };
    const actions = actionsOf((draft) => {
      draft.patch(job, { metadata: { labels: { b: '2', a: '1', c: null } } }, '');
      draft.status(job, { list: [1], phase: 'x' }, '');
      draft.status({ ...job, status: undefined } as never, {}, '');
      draft.delete(going, '');
    });
    expect(actions).toEqual([]);
  });
});

test('a plan wakes at the next of the times to come', () => {
  const draft = new PlanDraft(plainSource({ now, answers: {} }));
  expect(draft.plan().wakeAt).toBeUndefined();
  for (const at of [now - 1, now, now + 5, now + 3, now + 9]) draft.wake(at);
  expect(draft.plan().wakeAt).toBe(now + 3);
});

test('a question is asked once, findings are told in order', () => {
  const draft = new PlanDraft(plainSource({ now, answers: {} }));
  draft.ask(question(), 0);
  draft.ask(question({ reference: 'again' }), 0);
  draft.find('info', 'A', 'a');
  draft.find('error', 'B', 'b');
  expect(draft.plan().questions).toHaveLength(1);
  expect(draft.plan().findings).toEqual([
    { level: 'info', reason: 'A', message: 'a' },
    { level: 'error', reason: 'B', message: 'b' },
  ]);
});

test('times are written without fractions, and what is no time is the beginning', () => {
  expect(timestamp(now + 999)).toBe('2026-11-21T10:00:00Z');
  expect([timeOf('2026-11-21T10:00:00Z'), timeOf('soon'), timeOf(7), timeOf(undefined)]).toEqual([
    now,
    0,
    0,
    0,
  ]);
});
