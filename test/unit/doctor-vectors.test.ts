import { isJsonObject, type JsonObject, jsonEqual, objectsAt } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { vectorsOf } from '../support/vectors.ts';
import { run } from './run-command.test-support.ts';

const vectors = vectorsOf('doctor');

/** What `-o json` says of a case. */
async function diagnose({
  given,
}: Record<string, JsonObject>): Promise<{ code: number; report: JsonObject }> {
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: given });
  const { code, out } = await run(['doctor', '-f', 'objects.json', '-o', 'json'], { 'objects.json': list });
  const report: unknown = JSON.parse(out);
  return { code, report: isJsonObject(report) ? report : {} };
}

describe(`doctor vectors (${vectors.length})`, () => {
  it.each(vectors)('%s', async (_, vector) => {
    const { code, report } = await diagnose(vector);
    const expected = objectsAt({ list: vector.expect }, 'list');
    const findings = objectsAt(report, 'findings');
    expect(findings.map((one) => [one.code, one.severity])).toEqual(
      expected.map((one) => [one.code, one.severity]),
    );
    for (const [index, { params }] of expected.entries())
      for (const [name, value] of Object.entries(isJsonObject(params) ? params : {})) {
        const told = findings[index]?.params;
        expect(jsonEqual(isJsonObject(told) ? told[name] : undefined, value), name).toBe(true);
      }
    expect(code).toBe(expected.some(({ severity }) => severity === 'critical') ? 1 : code === 3 ? 3 : 0);
  });
});
