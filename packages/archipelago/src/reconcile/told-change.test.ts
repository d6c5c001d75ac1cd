import type { JsonValue } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import type { FieldPath } from '../config/framework/field-path.ts';
import { printToldChanges, toldChange } from './told-change.ts';

function change(field: string, before: JsonValue, after: JsonValue, more: object = {}) {
  return { path: field.split('.'), before, after, because: 'spec.mine', ...more };
}

describe('what was changed', () => {
  it.each<[boolean, object, string]>([
    [false, {}, ': spec.a 1 → 5, because: spec.mine'],
    [false, { because: undefined }, ': spec.a 1 → 5, nothing asks for it'],
    [true, { changedBy: 'kubectl-edit' }, ': spec.a 1 → 5, kubectl-edit changed it'],
    [true, {}, ': spec.a 1 → 5, somebody else changed it'],
    [true, { changedBy: 'evil\u001b[2J\nname' }, ': spec.a 1 → 5, evil\\u001b[2J\\nname changed it'],
    [true, { before: undefined, changedBy: 'x' }, ': spec.a (none) → 5, x changed it'],
  ])('is told with its cause: revert %s, %j', (isRevert, more, told) => {
    expect(printToldChanges([change('spec.a', 1, 5, more)], isRevert)).toBe(told);
  });

  it('is told of three fields, one cause for neighbours', () => {
    const by = { changedBy: 'me' };
    const changes = ['a', 'b', 'c', 'd', 'e'].map((name) => change(`spec.${name}`, 1, 2, by));
    expect(printToldChanges(changes, true)).toBe(
      ': spec.a 1 → 2; spec.b 1 → 2; spec.c 1 → 2, me changed it; and 2 more',
    );
    expect(printToldChanges([], true)).toBe('');
  });

  it('is bounded, whatever it is', () => {
    const long = 'x'.repeat(10_000);
    const {
      field,
      change: values,
      why,
    } = toldChange(change(`spec.${long}`, long, `${long}y`, { changedBy: long }), true);
    expect([field, why].every((text) => text.length <= 121)).toBe(true);
    expect(values.length).toBeLessThan(200);
  });
});

describe('logins in operands', () => {
  const secret = 'canary0123';
  it.each<[FieldPath, JsonValue]>([
    [['metadata', 'annotations', 'a'], secret],
    [['metadata', 'annotations'], { a: secret }],
    [['metadata'], { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': secret } }],
    [['spec', 'password'], secret],
    [['spec', 'bearer-token'], secret],
    [['spec', 'clientSecret'], { value: secret }],
    [['spec', 'login'], { API_KEY: secret }],
    [['spec', 'list'], [{ deep: [{ accessKey: secret }] }]],
    [['spec', 'template', 'env', 0, 'value'], secret],
    [['spec', 'container'], { env: [{ name: 'X', value: secret }] }],
    [['data', 'config'], secret],
    [['spec', 'proxy'], `http://me:${secret}@proxy.example:3128/`],
    [['spec', 'text'], `-----BEGIN PRIVATE KEY-----\n${secret}`],
    [['spec', 'text'], `Authorization: Bearer ${secret}`],
    [['spec', 'text'], `eyJhbGciOiJSUzI1NiJ9.${secret}`],
  ])('are not told: %j', (path, value) => {
    const told = [toldChange({ path, before: value, after: undefined, because: 'x' }, false)];
    told.push(toldChange({ path, before: undefined, after: value, because: 'x' }, true));
    expect(JSON.stringify(told)).not.toContain(secret);
  });

  it.each<[string, JsonValue]>([
    ['spec.tokenGenerationService', {}],
    ['spec.secretRef', 'name'],
    ['spec.image', 'registry.example/a@sha256:1'],
  ])('are not seen where there are none: %s', (field, value) => {
    const { change: values } = toldChange(change(field, value, null), false);
    expect(values).toBe(`${JSON.stringify(value)} → null`);
  });
});
