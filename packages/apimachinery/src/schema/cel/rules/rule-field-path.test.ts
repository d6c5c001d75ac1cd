import { describe, expect, test } from 'vitest';
import type { StructuralSchema } from '../../structural/structural-schema.ts';
import { ruleFieldPath } from './rule-field-path.ts';

const text: StructuralSchema = { type: 'string' };
const schema: StructuralSchema = {
  type: 'object',
  properties: {
    a: {
      type: 'object',
      properties: { 'b.c': text, "d'e": text, 'f]': text, '\u0007\b\f\n\r\t\v\\': text, '': text },
    },
    m: { type: 'object', additionalProperties: { type: 'object', properties: { x: text } } },
    l: { type: 'array', items: text },
    any: { type: 'object', additionalProperties: true },
    s: text,
  },
};

describe('the path of a rule', () => {
  test.each<[string, string | undefined]>([
    ['.a', 'a'],
    ['.s', 's'],
    [".a['b.c']", 'a.b.c'],
    [".a['d\\'e']", "a.d'e"],
    [".a['f]']", 'a.f]'],
    [".a['\\a\\b\\f\\n\\r\\t\\v\\\\']", 'a.\u0007\b\f\n\r\t\u000b\\'],
    [".a['\\q']", undefined],
    [".a['']", 'a.'],
    ['.a.', undefined],
    ['.a..b', undefined],
    [".a['b.c'].x", undefined],
    ['.a[b.c]', undefined],
    ['.a["b.c"]', undefined],
    [".a['b.c'", undefined],
    [".a['b.c", undefined],
    [".a['b.c'x", undefined],
    [".a['b.c']x", undefined],
    [".a[']", undefined],
    ['.a[]', undefined],
    ['.m.k', 'm[k]'],
    ['.m.k.x', 'm[k].x'],
    [".m['k.l'].x", 'm[k.l].x'],
    [".m['k'].y", undefined],
    ['.m', 'm'],
    ['.l', 'l'],
    ['.l[0]', undefined],
    [".l['0']", undefined],
    ['.any.x', undefined],
    [".any['x']", undefined],
    ['.s.x', undefined],
    [".s['x']", undefined],
    ['.b', undefined],
    ['a', undefined],
    ['a.b', undefined],
    ['.', undefined],
    ['..', undefined],
    ['[', undefined],
    [']', undefined],
    ["['a']", 'a'],
    ["['a']['b.c']", 'a.b.c'],
    ["['m']['x']['x']", 'm[x].x'],
    ['.toString', undefined],
    ['.a b', undefined],
    [".'a'", undefined],
  ])('%s', (path, wanted) => {
    expect(ruleFieldPath(path, schema)).toBe(wanted);
  });
});
