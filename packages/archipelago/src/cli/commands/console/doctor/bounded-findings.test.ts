import { describe, expect, it } from 'vitest';
import type { DoctorFinding } from '../../../../doctor/model/report.ts';
import { boundedFindings } from './bounded-findings.ts';

const finding = (severity: DoctorFinding['severity']): DoctorFinding => ({
  ...{ code: 'VD1', title: 't', severity, confidence: 'certain', message: 'm', params: {}, impact: 'i' },
  fix: { text: 'f', commands: [] },
});
const report = (findings: readonly DoctorFinding[]) => ({
  schema: 'doctor/v1' as const,
  summary: { critical: 0, warning: 0, info: 0, ok: 0, skipped: 0, unknown: 0, ignored: 0 },
  findings,
  checks: [],
  ignored: undefined,
  notes: undefined,
  next: undefined,
});
const many = (count: number, severity: DoctorFinding['severity']) => Array(count).fill(finding(severity));

describe('findings of a page', () => {
  it('are all of them, in their order, where they are few', () => {
    const few = report([finding('info'), finding('critical')]);
    expect(boundedFindings(few)).toEqual(few);
  });

  it('are the most serious of very many, and how many there are besides', () => {
    const { findings, left } = boundedFindings(
      report([...many(300, 'info'), ...many(20_000, 'warning'), ...many(3, 'critical')]),
    );
    expect(findings).toHaveLength(200);
    expect(findings.slice(0, 4).map(({ severity }) => severity)).toEqual([
      'critical',
      'critical',
      'critical',
      'warning',
    ]);
    expect(left).toBe(20_103);
  });
});
