import { expect, test } from 'vitest';
import { Consultation, type Line, type Question } from './consultation.ts';

const bytes = 16 * 1024 * 1024;

function question(index: number): Question {
  const content = `question ${index}`;
  return {
    key: 'k',
    url: 'https://127.0.0.1/x',
    service: undefined,
    authorities: undefined,
    timeoutMs: 1000,
    content,
    body: () => content,
  };
}

function lineOf(body: string, asked: string[] = []): Line {
  return {
    outgoing: async (call) => {
      asked.push(call.body);
      return { kind: 'answer', status: 200, contentType: 'application/json', body };
    },
    resolveService: () => 'nowhere',
    uuid: () => 'u',
    stopping: new AbortController().signal,
  };
}

test('what is kept of all answers to one request is bounded', async () => {
  const consultation = new Consultation(lineOf('x'.repeat(bytes)));
  const questions = [0, 1, 2, 3, 4].map(question);
  for (const one of questions) consultation.ask(one);
  await consultation.settle(Number.POSITIVE_INFINITY);
  expect(questions.map((one) => consultation.ask(one)?.result.kind)).toEqual([
    'answer',
    'answer',
    'answer',
    'answer',
    'failed',
  ]);
});

test('after the deadline no question leaves the server, and it stays open', async () => {
  const asked: string[] = [];
  const consultation = new Consultation(lineOf('', asked));
  consultation.ask(question(0));
  await consultation.settle(Number.NEGATIVE_INFINITY);
  expect(asked).toEqual([]);
  expect(consultation.ask(question(0))).toBeUndefined();
  expect(consultation.isOpen).toBe(true);
});
