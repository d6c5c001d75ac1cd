import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../test/support/any-text.ts';
import { createWatchDecoder } from './watch-decoder.ts';
import type { WatchEvent } from './watch-event.ts';

const line = (type: string, object: unknown) => `${JSON.stringify({ type, object })}\n`;
const pod = (name: string, extra: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  ...extra,
});

function decodeAll(chunks: readonly Uint8Array[], maxLineBytes?: number): WatchEvent[] {
  const decoder = createWatchDecoder(maxLineBytes);
  return [...chunks.flatMap((chunk) => [...decoder.push(chunk)]), ...decoder.end()];
}

function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...ends].map((start, index) => bytes.subarray(start, ends[index] ?? bytes.length));
}

describe('watch decoder', () => {
  it('gives the same events however the bytes are cut', () => {
    const text = fc.array(
      fc.oneof(
        anyText.map((value) => line('ADDED', pod('p', { value }))),
        anyText.map((value) => line('MODIFIED', pod('ü', { value }))),
        fc.constant(line('BOOKMARK', { kind: 'Pod', metadata: { resourceVersion: '12' } })),
        fc.constant(line('ERROR', { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' })),
        fc.constant('\n'),
        fc.constant('{"broken\n'),
        fc.constant('{"type":"ADDED"'),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 20 }), (lines, cuts) => {
        const bytes = Buffer.from(lines.join(''));
        expect(decodeAll(cutAt(bytes, cuts))).toEqual(decodeAll([bytes]));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every field, also integers beyond doubles and keys that name prototypes', () => {
    const text =
      '{"type":"ADDED","object":{"apiVersion":"v1","kind":"P","metadata":{"name":"a"},"__proto__":{"x":1},"big":9007199254740993}}\n';
    const [event] = decodeAll([Buffer.from(text)]);
    expect(event?.type).toBe('ADDED');
    const object = event?.type === 'ADDED' ? event.object : undefined;
    expect(Object.keys(object ?? {})).toContain('__proto__');
    expect(object?.big).toBe(9007199254740993n);
  });

  it.each([
    ['a line that never ends', '{"type":"ADDED"', 'ended in the middle'],
    ['no JSON', 'nonsense\n', 'not JSON'],
    ['a list', '[]\n', 'no object'],
    ['an unknown type', line('SYNC', pod('a')), '"SYNC"'],
    [
      'an object without a name',
      line('ADDED', { apiVersion: 'v1', kind: 'Pod', metadata: {} }),
      'metadata.name',
    ],
  ])('calls %s malformed', (_, text, reason) => {
    const [event] = decodeAll([Buffer.from(text)]);
    expect(event?.type).toBe('MALFORMED');
    expect(event?.type === 'MALFORMED' ? event.reason : '').toContain(reason);
  });

  it('stops at a line beyond the bound, finished or not, and reads nothing after it', () => {
    const long = line('ADDED', pod('a', { value: 'x'.repeat(500) }));
    for (const text of [long + line('ADDED', pod('b')), long.slice(0, 400)]) {
      for (const size of [1, 7, 1000]) {
        const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
          Buffer.from(text.slice(i * size, (i + 1) * size)),
        );
        expect(decodeAll(chunks, 300)).toEqual([
          { type: 'MALFORMED', reason: 'an event is longer than 300 bytes' },
        ]);
      }
    }
  });
});
