import { expect, test } from 'vitest';
import { warningHeaders } from './warning-headers.ts';

test.each([
  [
    ['a', 'b', 'a', ''],
    ['299 - "a"', '299 - "b"'],
  ],
  [['say "no" \\ yes'], ['299 - "say \\"no\\" \\\\ yes"']],
  [['a\nSet-Cookie: b', 'c\u0000', 'd\u0085', 'e'], ['299 - "e"']],
])('%j', (texts, headers) => {
  expect(warningHeaders(texts)).toEqual(headers);
});

test('shortens all where they are more than 4096 letters', () => {
  expect(warningHeaders(['x'.repeat(4096)])).toEqual([`299 - "${'x'.repeat(4096)}"`]);
  expect(warningHeaders(['x'.repeat(4096), 'y'])).toEqual([`299 - "${'x'.repeat(256)}"`, '299 - "y"']);
  const many = Array.from({ length: 30 }, (_, index) => `${index} ${'x'.repeat(300)}`);
  expect(warningHeaders(many)).toHaveLength(16);
});
