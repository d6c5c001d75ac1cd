import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeEnvelope } from './decode-envelope.ts';

const CONFIG_MAP = 'io.k8s.api.core.v1.ConfigMap';

function field(number: number, value: string | Uint8Array): Uint8Array {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  return Buffer.concat([Buffer.from([(number << 3) | 2, bytes.length]), bytes]);
}

function envelope(apiVersion: string, kind: string, raw: Uint8Array): Uint8Array {
  const typeMeta = Buffer.concat([field(1, apiVersion), field(2, kind)]);
  return Buffer.concat([Buffer.from('k8s\0'), field(1, typeMeta), field(2, raw)]);
}

const lookup = (apiVersion: string, kind: string) =>
  apiVersion === 'v1' && kind === 'ConfigMap' ? CONFIG_MAP : undefined;

test('a ConfigMap with metadata, a map of texts and a map of bytes', () => {
  const metadata = field(1, field(1, 'kcm'));
  const data = field(2, Buffer.concat([field(1, 'a'), field(2, '1')]));
  const binary = field(3, Buffer.concat([field(1, 'b'), field(2, new Uint8Array([1, 2]))]));
  const body = envelope('v1', 'ConfigMap', Buffer.concat([metadata, data, binary]));
  expect(decodeEnvelope(body, lookup)).toEqual({
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'kcm' },
      data: { a: '1' },
      binaryData: { b: 'AQI=' },
    },
  });
});

test('unknown kinds and bodies without the prefix are problems', () => {
  expect(decodeEnvelope(envelope('v1', 'Nope', new Uint8Array()), lookup)).toHaveProperty('problem');
  expect(decodeEnvelope(Buffer.from('{}'), lookup)).toHaveProperty('problem');
});

test('no bytes crash the decoder', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const result = decodeEnvelope(envelope('v1', 'ConfigMap', bytes), lookup);
      expect('object' in result || 'problem' in result).toBe(true);
    }),
  );
});
