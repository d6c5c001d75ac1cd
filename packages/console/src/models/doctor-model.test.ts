import type { JsonValue } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { doctorWords } from '../words/doctor-words.ts';
import { doctorModel, seriousFindings } from './doctor-model.ts';

const finding = (code: string, severity: string, more: object = {}) => ({
  ...{ code, severity, title: 'T', confidence: 'certain', message: 'M', impact: 'I' },
  ...{ params: { name: 'rbd', nodes: ['a', 'b'] }, fix: { text: 'do it', commands: ['kubectl get x'] } },
  ...more,
});

const modelOf = (view: JsonValue) => doctorModel(view, doctorWords.en);

describe('findings', () => {
  it('have evidence and fix, the most serious first', () => {
    const object = { kind: 'StorageClass', name: 'rbd' };
    const { findings } = modelOf({
      findings: [finding('VD2', 'info'), finding('VD1', 'critical', { object }), finding('VD3', 'warning')],
    });
    expect(findings.map(({ code }) => code)).toEqual(['VD1', 'VD3', 'VD2']);
    expect(findings[0]).toMatchObject({
      id: 'VD1 StorageClass/rbd',
      object: 'StorageClass/rbd',
      fix: 'do it',
      commands: ['kubectl get x'],
      evidence: [
        { name: 'name', value: 'rbd' },
        { name: 'nodes', value: '[\n  "a",\n  "b"\n]' },
      ],
      ignored: '',
    });
  });

  it('have names of their own where they are alike', () => {
    const { findings } = modelOf({ findings: [finding('VD1', 'info'), finding('VD1', 'info')] });
    expect(findings.map(({ id }) => id)).toEqual(['VD1 ', 'VD1  2']);
  });

  it.each([
    ['critical', ['VD1']],
    ['warning', ['VD1', 'VD3']],
    ['info', ['VD1', 'VD3', 'VD2']],
  ])('from %s on', (least, codes) => {
    const all = [finding('VD2', 'info'), finding('VD1', 'critical'), finding('VD3', 'warning')];
    const { findings } = modelOf({ findings: all });
    expect(seriousFindings(findings, least).map(({ code }) => code)).toEqual(codes);
  });

  it('that are ignored say by whom, why, and until when', () => {
    const ignored = { by: 'file x', reason: 'known', until: '2027-01-31' };
    const { until: _, ...forever } = ignored;
    const model = modelOf({
      ignored: [finding('VD1', 'info', { ignored }), finding('VD2', 'info', { ignored: forever })],
    });
    expect(model.ignored.map((each) => each.ignored)).toEqual([
      'by file x: known (until 2027-01-31)',
      'by file x: known',
    ]);
  });

  it('tell what could not look apart from what is well', () => {
    const checks = [
      { code: 'VD1', status: 'ok' },
      { code: 'VD2', status: 'unknown', reason: 'may not list nodes' },
      { code: 'VD3', status: 'skipped', reason: 'x' },
    ];
    const model = modelOf({ summary: { ok: 1, unknown: 1, skipped: 1 }, checks });
    expect(model.blind).toEqual([{ code: 'VD2', reason: 'may not list nodes' }]);
    expect(model.counts).toEqual({ critical: 0, warning: 0, info: 0, ok: 1, skipped: 1, unknown: 1 });
  });
});
