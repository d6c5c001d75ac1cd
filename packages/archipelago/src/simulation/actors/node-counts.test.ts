import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeArchitectures, parseNodeCounts } from './node-counts.ts';

test('reads workers by architecture, in the order written', () => {
  expect(parseNodeCounts('arm64=2, amd64=3')).toEqual({
    ok: true,
    workers: [
      { architecture: 'arm64', count: 2 },
      { architecture: 'amd64', count: 3 },
    ],
  });
});

test.each([
  ['', '"" is not ARCHITECTURE=COUNT'],
  ['amd64', '"amd64" is not ARCHITECTURE=COUNT'],
  ['amd64=3,', '"" is not ARCHITECTURE=COUNT'],
  ['amd64=0', '"amd64=0": the count must be a whole number from 1 to 5000'],
  ['amd64=-1', 'the count must be a whole number'],
  ['amd64=1e3', 'the count must be a whole number'],
  ['amd64=3=4', 'the count must be a whole number'],
  ['amd64=99999999999999999999', 'the count must be a whole number'],
  ['amd64=2,amd64=3', 'amd64 is given twice'],
  ['x86_64=2', 'unknown architecture "x86_64"; Kubernetes calls it amd64'],
  ['AMD64=2', 'unknown architecture "AMD64"; known are amd64, arm64, ppc64le, s390x'],
  ['__proto__=2', 'unknown architecture "__proto__"'],
  ['amd64=4000,arm64=1001', '5001 workers are more than the 5000 a sandbox can have'],
])('refuses %j', (text, reason) => {
  const parsed = parseNodeCounts(text);
  expect(parsed.ok ? '' : parsed.message).toContain(reason);
});

test('an endless item is quoted in part', () => {
  const parsed = parseNodeCounts('a'.repeat(100_000));
  expect(parsed.ok ? '' : parsed.message.length).toBeLessThan(200);
});

test('whatever is written well is read back', () => {
  const architectures = fc.uniqueArray(fc.constantFrom(...nodeArchitectures), { minLength: 1 });
  fc.assert(
    fc.property(architectures, fc.integer({ min: 1, max: 1000 }), (names, count) => {
      const workers = names.map((architecture) => ({ architecture, count }));
      const text = names.map((name) => `${name}=${count}`).join(',');
      expect(parseNodeCounts(text)).toEqual({ ok: true, workers });
    }),
  );
});
