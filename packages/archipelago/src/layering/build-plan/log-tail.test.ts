import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../../test/support/any-text.ts';
import { LogTail, longestLog } from './log-tail.ts';

function tailOf(...pieces: readonly (string | Uint8Array)[]): string {
  const tail = new LogTail();
  for (const piece of pieces) tail.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
  return tail.text();
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');

describe('what is kept of a log', () => {
  it.each<[string, readonly (string | Uint8Array)[], string]>([
    ['nothing', [], ''],
    ['a short one as it is', ['STEP 1\n', 'STEP 2'], 'STEP 1\nSTEP 2'],
    [
      'what comes in the middle of a character',
      [Buffer.from('é').subarray(0, 1), Buffer.from('é\n').subarray(1)],
      'é\n',
    ],
    ['what is no text as a sign for that', [Buffer.from([0x61, 0xff, 0x0a])], 'a\ufffd\n'],
    ['orders to a terminal as escapes', ['\u001b[2Jgone\r\tx\u202e\n'], '\\u001b[2Jgone\\r\tx\\u202e\n'],
    ['no login of a URL', ['http://user:pa@ss@proxy:3128/a@b\n'], 'http://***@proxy:3128/a@b\n'],
    [
      'a URL without a login',
      ['see https://example.com/a@b and mail me@example.com\n'],
      'see https://example.com/a@b and mail me@example.com\n',
    ],
  ])('%s', (_, pieces, kept) => {
    expect(tailOf(...pieces)).toBe(kept);
  });

  it('is the end from the beginning of a line on, and says how much came before', () => {
    const log = numbered(20_000);
    const [first = '', ...lines] = tailOf(log).split(/(?<=\n)/);
    const rest = lines.join('');
    expect(log.endsWith(rest)).toBe(true);
    expect(lines[0]).toMatch(/^line \d+\n$/);
    expect(first).toBe(`archipelago: the first ${log.length - rest.length} bytes of this log are left out\n`);
    expect(rest.length).toBeGreaterThan(longestLog - 300);
  });

  it('of one line without an end is the end of it, whole characters only', () => {
    const text = tailOf('é'.repeat(longestLog));
    expect(text).toMatch(/^archipelago: the first \d+ bytes of this log are left out\né+$/);
  });

  it.each([
    ['without a blank', `https://user:${'p'.repeat(longestLog)}@host/x`, 'host/x'],
    ['with one', `https://user:${'p'.repeat(longestLog)}@host/x done\r100%`, 'done\\r100%'],
    ['as it is shown', `${'\u001b'.repeat(longestLog)}https://user:${'p'.repeat(20_000)}@host/x`, 'host/x'],
  ])('shows no rest of a login that was cut: %s', (_, line, kept) => {
    expect(tailOf(line).split('\n').at(-1)).toBe(kept);
  });

  it('of what is shown longer than it is has room all the same', () => {
    const text = tailOf('\u001b'.repeat(longestLog), '\n', '\u001b\n'.repeat(20_000));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(longestLog);
    expect(text.endsWith('\\u001b\n')).toBe(true);
  });

  it('says so where not even all of it was read', () => {
    const tail = new LogTail();
    for (let mebibytes = 0; mebibytes < 64; mebibytes += 1) tail.push(Buffer.alloc(1024 * 1024, 'a\n'));
    expect(tail.text()).toMatch(/^archipelago: .* left out, and all that came after its first 64 MiB\na\n/);
  });

  it('is the same however it comes, never longer than a log may be, and the end of what was said', () => {
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc.constantFrom('\n', 'x'.repeat(40_000), '\u0000'.repeat(15_000), 'ü\n'.repeat(9_000)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 30_000 }), (pieces, size) => {
        const bytes = Buffer.from(pieces.join(''));
        const cut: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; at += size) cut.push(bytes.subarray(at, at + size));
        const text = tailOf(...cut);
        expect(text).toBe(tailOf(bytes));
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(longestLog);
        expect(text).toBe(Buffer.from(text).toString());
      }),
      { numRuns: 15 },
    );
  });
});
