import type { JsonValue } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { decodeScalar } from './decode-scalar.ts';
import type { ScalarType } from './wire-model.ts';

const mismatch = (word: string, type: string) =>
  `json: cannot unmarshal ${word} into Go value of type ${type}`;

test.each<[ScalarType, JsonValue, JsonValue]>([
  ['any', { a: 1 }, { a: 1 }],
  ['bool', false, false],
  ['bytes', 'aG\nk=', 'aGk='],
  ['duration', '5m', '5m'],
  ['float64', 1.5, 1.5],
  ['int32', 2 ** 31 - 1, 2 ** 31 - 1],
  ['int32', -(2 ** 31), -(2 ** 31)],
  ['int64', 2n ** 63n - 1n, 2n ** 63n - 1n],
  ['intstr', '80%', '80%'],
  ['intstr', 80, 80],
  ['quantity', '1000m', '1'],
  ['quantity', 2, '2'],
  ['string', '', ''],
])('%s takes %s', (type, value, decoded) => {
  expect(decodeScalar(value, type)).toEqual({ value: decoded });
});

test.each<[ScalarType, JsonValue, string]>([
  ['bool', 'true', mismatch('string', 'bool')],
  ['bytes', 1, mismatch('number', '[]uint8')],
  ['bytes', 'aG%=', 'illegal base64 data at input byte 2'],
  ['bytes', 'aGk', 'illegal base64 data at input byte 0'],
  ['duration', 5, mismatch('number', 'string')],
  ['float64', '1', mismatch('string', 'float64')],
  ['int32', 1.5, mismatch('number 1.5', 'int32')],
  ['int32', 2 ** 31, mismatch(`number ${2 ** 31}`, 'int32')],
  ['int32', -(2 ** 31) - 1, mismatch(`number ${-(2 ** 31) - 1}`, 'int32')],
  ['int64', 2n ** 63n, mismatch('number', 'int64')],
  ['int64', {}, mismatch('object', 'int64')],
  ['intstr', true, mismatch('bool', 'int32')],
  ['microtime', [], mismatch('array', 'string')],
  ['string', false, mismatch('bool', 'string')],
  ['time', 5, mismatch('number', 'string')],
])('%s does not take %s', (type, value, problem) => {
  expect(decodeScalar(value, type)).toEqual({ problem });
});
