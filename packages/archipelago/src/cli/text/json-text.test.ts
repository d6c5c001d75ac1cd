import { expect, test } from 'vitest';
import { jsonText } from './json-text.ts';
import { printData } from './print-data.ts';

test('integers beyond 2^53 stand in full', () => {
  expect(jsonText({ a: [9_007_199_254_740_993n, -1, null, true, 'x'], b: undefined })).toBe(
    '{"a":[9007199254740993,-1,null,true,"x"]}',
  );
  expect(printData({ a: 9_007_199_254_740_993n }, 'yaml')).toBe('a: 9007199254740993\n');
  expect(printData([9_007_199_254_740_993n], 'yaml')).toBe('- 9007199254740993\n');
});

test('everything else is as JSON.stringify has it', () => {
  const value = { a: { b: [], c: {}, d: [{ e: 1.5 }, 'é"\n'] }, f: 0, undefined };
  expect(jsonText(value)).toBe(JSON.stringify(value));
  expect(jsonText(value, 2)).toBe(JSON.stringify(value, null, 2));
  expect(printData(value, 'json')).toBe(`${JSON.stringify(value, null, 2)}\n`);
});
