import { describe, expect, it } from 'vitest';
import { vectorsOf } from '../support/vectors.ts';
import { run } from './run-command.test-support.ts';

const vectors = vectorsOf('admission');

/** The part of the admission issue this version decides: everything the schema knows, and type errors. */
function isSchemaCase({ result }: Record<string, Record<string, unknown>>): boolean {
  return result?.decidedBy === 'schema' || (result?.decidedBy === 'mutating' && result.code === 400);
}

describe(`admission vectors (${vectors.length}, ${vectors.filter(([, vector]) => isSchemaCase(vector)).length} decided by the schema)`, () => {
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
    const answer = JSON.parse(out);
    expect(answer.allowed, out).toBe(result?.allowed);
    if (result?.allowed) return;
    if (result?.field) expect(answer.field).toContain(String(result.field));
    if (result?.decidedBy === 'schema') expect(answer.decidedBy).toBe('schema');
  });
});
