import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { objectKey } from '../../packages/archipelago/src/config/framework/operand.ts';
import { vectorsOf } from '../support/vectors.ts';
import { comparable, run } from './run-command.test-support.ts';

const vectors = vectorsOf('render');

/** As the server would hand it out: with the uid that references of its operands name. */
function stored(input: JsonObject | undefined): JsonObject {
  return { ...input, metadata: { ...objectAt(input, 'metadata'), uid: 'uid-hc' } };
}

describe(`render vectors (${vectors.length})`, () => {
  it.each(vectors)('%s', async (_, { input, cluster, expected, refused }) => {
    const files = { input: stored(input), cluster };
    const { code, out, err } = await run(
      ['render', '-f', 'input', '--cluster', 'cluster', '-o', 'json'],
      files,
    );
    if (refused !== undefined) {
      expect(out).toBe('');
      expect(code, err).toBe(2);
      expect(err).toContain(String(refused.field));
      const { code: validated } = await run(
        ['validate', '-f', 'input', '--cluster', 'cluster', '-o', 'json'],
        files,
      );
      expect(validated).toBe(1);
      return;
    }
    expect(code, err).toBe(0);
    const items: readonly JsonObject[] = JSON.parse(out).items;
    const rendered = Object.fromEntries(items.map((item) => [objectKey(item), comparable(item)]));
    expect(rendered).toEqual(comparable(expected));
  });
});
