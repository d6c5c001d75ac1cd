import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { anyText } from '../../../../../../../test/support/any-text.ts';
import { ownGroup } from '../../../../layering/api/layering-names.ts';
import type { ForecastView } from '../../../../layering/forecast/forecast-view.ts';
import type { ConfigView } from '../../../../layering/view/config-view.ts';
import { printData } from '../../../text/print-data.ts';
import { printForecasts } from '../plan/print-forecast.ts';
import { oneLine, printStatus } from './print-status.ts';

const finding = fc.record({
  level: fc.constantFrom('info' as const, 'warning' as const, 'error' as const),
  reason: anyText,
  message: anyText,
  fix: fc.constant(undefined),
});

const status = fc.record({ message: anyText, findings: fc.array(finding), held: fc.nat(50) }).map(
  ({ message, findings, held }): ConfigView => ({
    name: 'edge',
    group: ownGroup,
    pool: 'edge',
    nodeSelector: undefined,
    state: 'held',
    image: undefined,
    build: {
      name: 'edge-1',
      phase: 'Building',
      reason: undefined,
      message,
      cause: undefined,
      startedAt: '2026-11-21T10:00:00Z',
      endedAt: undefined,
      pullSpec: undefined,
      digest: undefined,
      platforms: [
        {
          architecture: 'arm64',
          variant: undefined,
          state: 'Unschedulable',
          reusedFrom: undefined,
          attempts: 0,
          job: undefined,
          node: undefined,
          digest: undefined,
          since: undefined,
          message,
        },
      ],
      assembly: { job: undefined, attempts: 1, message },
      failedChecks: [{ name: 'platform', architecture: undefined, detail: message }],
    },
    architectures: [
      {
        name: 'riscv64',
        source: undefined,
        counts: {
          UpToDate: 0,
          Updating: 0,
          Outdated: 0,
          Failed: 1,
          NoImageForArchitecture: held,
          Unknown: 0,
        },
        nodes: [
          { name: 'failed', state: 'Failed', message },
          ...Array.from({ length: held }, (_, index) => ({
            name: `n${index}`,
            state: 'NoImageForArchitecture' as const,
            message: undefined,
          })),
        ],
      },
    ],
    conditions: [{ type: 'Degraded', status: 'True', reason: 'X', message, fix: undefined }],
    findings,
  }),
);

const forecast = fc.record({ message: anyText, findings: fc.array(finding) }).map(
  ({ message, findings }): ForecastView => ({
    name: 'edge',
    group: ownGroup,
    verdict: 'unknown',
    message,
    build: undefined,
    cause: undefined,
    publish: undefined,
    target: undefined,
    comparedWith: undefined,
    platforms: [],
    removed: ['s390x'],
    unanswered: [{ reference: 'registry.example/x:1', message }],
    findings,
  }),
);

const now = Date.parse('2026-11-21T10:05:00Z');

/** Control characters other than ends of lines, as terminals obey them. */
const obeyed = /[^\P{Cc}\n]|\p{Cf}|[\u2028\u2029]/u;

describe('what pods and registries say', () => {
  it('is printed on its line, and obeyed by no terminal', () => {
    fc.assert(
      fc.property(status, (view) => {
        const out = printStatus([view], now);
        expect(out).not.toMatch(obeyed);
        expect(out.split('\n').length).toBeLessThan(45 + 2 * view.findings.length);
      }),
      { seed: 1 },
    );
    fc.assert(
      fc.property(forecast, (view) => {
        expect(printForecasts([view], { isWide: false, color: false })).not.toMatch(obeyed);
      }),
      { seed: 1 },
    );
  });

  it.each([
    ['\x1b[2J\u009b\u202e\rend', '\\u001b[2J\\u009b\\u202e\\rend'],
    [' two\n  lines\n', 'two lines'],
  ])('%j is shown as %s', (text, shown) => {
    expect(oneLine(text)).toBe(shown);
  });

  it('comes whole to programs', () => {
    fc.assert(
      fc.property(fc.oneof(status, forecast), (view) => {
        const plain = JSON.parse(JSON.stringify({ configs: [view] }));
        expect(JSON.parse(printData({ configs: [view] }, 'json'))).toEqual(plain);
      }),
      { seed: 1 },
    );
    const safe = fc
      .oneof(status, forecast)
      .filter((view) => !/[\ud800-\udfff\ufffe\uffff]/.test(JSON.stringify(view)));
    fc.assert(
      fc.property(safe, (view) => {
        const plain = JSON.parse(JSON.stringify({ configs: [view] }));
        expect(parse(printData({ configs: [view] }, 'yaml'))).toEqual(plain);
      }),
      { numRuns: 50, seed: 1 },
    );
  });
});
