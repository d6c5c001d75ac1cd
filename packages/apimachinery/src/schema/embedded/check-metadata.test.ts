import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../api/json-value.ts';
import { admitObject } from '../admit/admit-object.ts';
import { compileSchema } from '../structural/compile-schema.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';

/** What is said against a value of the field `f`. */
function refusals(f: StructuralSchema, now: JsonValue): readonly string[] {
  const compiled = compileSchema({ type: 'object', properties: { f } });
  const { decodeError, errors } = admitObject(compiled, { object: { f: now }, root: 'resource' });
  if (decodeError !== undefined) return [`cannot be read: ${decodeError}`];
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

const resource: StructuralSchema = {
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  'x-kubernetes-preserve-unknown-fields': true,
};

describe('an embedded resource', () => {
  test.each<[StructuralSchema, JsonValue, readonly string[]]>([
    [resource, { apiVersion: 'v1', kind: 'K' }, []],
    [resource, {}, ['f.apiVersion: Required value', 'f.kind: Required value']],
    [
      resource,
      { apiVersion: '', kind: '' },
      ['f.apiVersion: Invalid value: "": must not be empty', 'f.kind: Invalid value: "": must not be empty'],
    ],
    [
      resource,
      { apiVersion: 'a/b/c', kind: 'K_' },
      [
        'f.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
        "f.kind: Invalid value: \"K_\": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [resource, { apiVersion: 'apps/v1', kind: 'MyKind' }, []],
    [
      resource,
      { apiVersion: 5, kind: 'K' },
      ['cannot be read: f.apiVersion: Invalid value: 5: must be a string'],
    ],
    [
      resource,
      { apiVersion: 'v1', kind: {} },
      ['cannot be read: f.kind: Invalid value: {}: must be a string'],
    ],
    [
      resource,
      { apiVersion: 'v1', kind: 'K', metadata: 'x' },
      [
        'cannot be read: f.metadata: Invalid value: "x": json: cannot unmarshal string into Go value of type v1.ObjectMeta',
      ],
    ],
    [
      resource,
      { apiVersion: 'v1', kind: 'K', metadata: { name: 5 } },
      [
        'cannot be read: f.metadata: Invalid value: {"name":5}: json: cannot unmarshal number into Go struct field ObjectMeta.name of type string',
      ],
    ],
    [
      resource,
      { apiVersion: 'v1', kind: 'K', metadata: { name: 'a/b', generation: -1 } },
      [
        'f.metadata.name: Invalid value: "a/b": may not contain \'/\'',
        'f.metadata.generation: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
    [resource, { apiVersion: 'v1', kind: 'K', metadata: null }, []],
    [
      resource,
      { apiVersion: null, kind: null },
      ['cannot be read: f.apiVersion: Invalid value: null: must be a string'],
    ],
    [resource, 'x', ['f: Invalid value: "string": f in body must be of type object: "string"']],
    [
      { type: 'array', items: resource },
      [{ kind: 'K' }, { apiVersion: 'v1', kind: 'K', metadata: { labels: { 'a b': '' } } }],
      [
        'f[0].apiVersion: Required value',
        "f[1].metadata.labels: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ],
    ],
    [
      { type: 'object', additionalProperties: resource },
      { 'x.y': { kind: 'K' } },
      ['f[x.y].apiVersion: Required value'],
    ],
    [
      { type: 'object', additionalProperties: resource },
      { 'x.y': { kind: 5 } },
      ['cannot be read: f[x.y].kind: Invalid value: 5: must be a string'],
    ],
    [
      { type: 'array', items: resource },
      [{ apiVersion: 'v1', kind: 'K', metadata: [] }],
      [
        'cannot be read: f[0].metadata: Invalid value: []: json: cannot unmarshal array into Go value of type v1.ObjectMeta',
      ],
    ],
    [
      { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: resource } },
      { apiVersion: 'v1', kind: 'K', spec: { apiVersion: 'v1' } },
      ['f.spec.kind: Required value'],
    ],
    [
      {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        properties: { apiVersion: { type: 'string', enum: ['v2'] }, kind: { type: 'string' } },
      },
      { apiVersion: 'v1', kind: 'K' },
      ['f.apiVersion: Unsupported value: "v1": supported values: "v2"'],
    ],
  ])('%o: %o', (schema, value, wanted) => {
    expect(refusals(schema, value)).toEqual(wanted);
  });
});
