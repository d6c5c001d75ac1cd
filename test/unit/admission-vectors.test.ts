import { describe, expect, it } from 'vitest';
import { vectorsOf } from '../support/vectors.ts';
import { run } from './run-command.test-support.ts';

const vectors = vectorsOf('admission');

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
    const answer = JSON.parse(out);
    expect(answer.allowed, out).toBe(result?.allowed);
    // what is told is ours, but nothing the release warns of goes by without a word of the same field
    for (const warning of Array.isArray(result?.warnings) ? result.warnings : [])
      expect(JSON.stringify(answer.warnings)).toContain(String(warning).split(' ')[0]);
    if (result?.allowed) return;
    if (result?.field) expect(answer.field).toContain(String(result.field));
    if (result?.decidedBy === 'schema') expect(answer.decidedBy).toBe('schema');
  });
});
