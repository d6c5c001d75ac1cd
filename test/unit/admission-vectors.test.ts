import { describe, expect, it } from 'vitest';
import { vectorsOf } from '../support/vectors.ts';
import { run } from './run-command.test-support.ts';

const vectors = vectorsOf('admission');

interface Answer {
  readonly allowed: boolean;
  readonly decidedBy?: string;
  readonly field?: string;
  readonly warnings?: readonly string[];
}

/** Words are ours; the release's warnings must be about fields that we warn of, too. */
function compare(answer: Answer, result: Readonly<Record<string, unknown>>): void {
  const warnings = JSON.stringify(answer.warnings);
  expect(answer.allowed).toBe(result.allowed);
  for (const warning of Array.isArray(result.warnings) ? result.warnings : [])
    expect(warnings).toContain(String(warning).split(' ')[0]);
  if (result.allowed) return;
  if (result.field) expect(answer.field).toContain(String(result.field));
  if (result.decidedBy === 'schema') expect(answer.decidedBy).toBe('schema');
}

describe(`admission vectors (${vectors.length})`, () => {
  it.each(vectors)('%s', async (_, vector) => {
    const { object, oldObject, cluster, operation, result } = vector;
    const files = { object: object ?? oldObject, old: oldObject, cluster };
    const verb = String(operation).toLowerCase();
    const old = verb === 'update' ? ['--old', 'old'] : [];
    const argv = [
      'validate',
      '-f',
      'object',
      ...old,
      '--operation',
      verb,
      '--cluster',
      'cluster',
      '-o',
      'json',
    ];
    const { out, err } = await run(argv, files);
    expect(out, err).not.toBe('');
    compare(JSON.parse(out), result ?? {});
  });
});
