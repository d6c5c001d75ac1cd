import { describe, expect, test } from 'vitest';
import { placeOf } from '../../../../test/support/scripted-session.ts';
import { type Outcome, type RegistryFailure, succeeded } from '../outcomes/outcome.ts';
import { printImageReference } from '../references/image-reference.ts';
import { fromAnySource } from './from-any-source.ts';
import type { RegistryRule } from './registry-rule.ts';

const { reference } = placeOf('source.example/os:1');
const mirror = (location: string) => ({ location, insecure: false, for: ['tag', 'digest'] as const });
const rule: RegistryRule = {
  prefix: 'source.example',
  mirrors: [mirror('one.example'), mirror('two.example')],
  insecure: false,
  blockedFor: [],
};
type Failing = 'absent' | 'unreachable' | 'refused' | 'aborted';
const failure = (kind: Failing, host: string): RegistryFailure => ({
  kind,
  host,
  asked: 'manifest',
  reason: 'no',
  fix: 'mend it',
});

/** Reads where `answers` says so, by registry; it is absent elsewhere. */
async function read(
  answers: Readonly<Record<string, 'ok' | Failing>>,
  rules: readonly RegistryRule[] = [rule],
) {
  const asked: string[] = [];
  const outcome = await fromAnySource(reference, rules, ({ reference: at }): Promise<Outcome<string>> => {
    asked.push(printImageReference(at));
    const answer = answers[at.registry] ?? 'absent';
    return Promise.resolve(answer === 'ok' ? succeeded(at.registry) : failure(answer, at.registry));
  });
  return { outcome, asked };
}

describe('an image with mirrors', () => {
  test('is read at the first that has it', async () => {
    const { outcome, asked } = await read({ 'two.example': 'ok', 'source.example': 'ok' });
    expect(outcome).toEqual(succeeded('two.example'));
    expect(asked).toEqual(['one.example/os:1', 'two.example/os:1']);
  });

  test.each([
    [{}, 'absent', 'source.example'],
    [{ 'one.example': 'unreachable' }, 'unreachable', 'one.example'],
    [{ 'one.example': 'unreachable', 'two.example': 'refused' }, 'refused', 'two.example'],
  ] as const)('of several failures the last that is not absence counts: %j', async (answers, kind, host) => {
    expect((await read(answers)).outcome).toMatchObject({ kind, host });
  });

  test('is looked for nowhere else after somebody stopped it', async () => {
    expect((await read({ 'one.example': 'aborted', 'two.example': 'ok' })).asked).toEqual([
      'one.example/os:1',
    ]);
  });

  test('is not read where that is forbidden, and the refusal says what and where', async () => {
    const { outcome, asked } = await read({ 'source.example': 'ok' }, [{ ...rule, blockedFor: ['tag'] }]);
    expect(asked).toEqual(['one.example/os:1', 'two.example/os:1']);
    expect(outcome).toEqual({
      kind: 'refused',
      host: 'source.example',
      asked: 'manifest of source.example/os:1',
      reason: 'the configuration of mirrors forbids to read it there',
      fix: 'push it to one of its mirrors, or allow the source',
    });
  });
});
