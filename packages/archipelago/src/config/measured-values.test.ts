import { goJsonError, type JsonValue, parseJson, parseQuantity, valueAt } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { casesOf } from '../../../../test/support/vectors.ts';
import { engines, hyperConverged } from './admission.test-support.ts';
import { canonicalValue } from './canonical/canonical-value.ts';
import { quantity } from './shapes/quantity.ts';

/** A JSON value, or in Go's words why the text is none. */
function read(text: string): { readonly value: JsonValue } | { readonly error: string } {
  try {
    return { value: parseJson(text) };
  } catch {
    return { error: goJsonError(text) };
  }
}

test('durations in JSON are refused as measured; null is absence, as the schema comes first', () => {
  for (const { name, json, error } of casesOf('kubernetes/duration/metav1-duration')) {
    const outcome = read(String(json));
    if ('error' in outcome) {
      expect(outcome.error, `${name}`).toBe(error);
      continue;
    }
    const spec = { certConfig: { ca: { duration: outcome.value } } };
    const { findings, object } = engines.structure(hyperConverged({ spec }), undefined);
    const isAbsent = outcome.value === null;
    expect(findings.length > 0, `${name}`).toBe(!isAbsent && error !== undefined);
    if (isAbsent) expect(valueAt(object, 'spec', 'certConfig', 'ca', 'duration')).toBe('48h0m0s');
  }
});

test('amounts in JSON have the spelling that was measured; null is absence, as the schema comes first', () => {
  for (const { name, json, canonical, error } of casesOf('kubernetes/quantity/json')) {
    const outcome = read(String(json));
    if ('error' in outcome) expect(outcome.error, `${name}`).toBe(error);
    else if (canonical !== undefined && outcome.value !== null)
      expect(canonicalValue(quantity(), outcome.value), `${name}`).toBe(canonical);
    else if (outcome.value !== null) {
      const parsed = parseQuantity(String(outcome.value));
      expect(parsed.ok ? undefined : parsed.error, `${name}`).toBe(error);
    }
  }
  const limits = { cpu: null, memory: '2048Mi' };
  const spec = { resourceRequirements: { storageWorkloads: { limits } } };
  const { object, findings } = engines.structure(hyperConverged({ spec }), undefined);
  expect(findings).toEqual([]);
  expect(valueAt(object, 'spec', 'resourceRequirements', 'storageWorkloads', 'limits')).toEqual({
    memory: '2048Mi',
  });
});
