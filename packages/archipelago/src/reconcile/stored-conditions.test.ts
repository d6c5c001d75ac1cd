import { describe, expect, it } from 'vitest';
import type { ConditionDraft } from './condition-drafts.ts';
import { systemHealth, timedConditions } from './stored-conditions.ts';

const now = '2026-01-02T00:00:00Z';
const then = '2026-01-01T00:00:00Z';

function draft(type: string, status: ConditionDraft['status']): ConditionDraft {
  return { type, status, reason: 'New', message: 'new' };
}

function stored(type: string, status: string, lastTransitionTime = then) {
  return { type, status, reason: 'Old', message: 'old', lastTransitionTime };
}

describe('a condition that is stored', () => {
  it.each([
    ['keeps its time while its status stays, whatever else it says', [stored('Available', 'True')], then],
    ['gets a new one when its status changes', [stored('Available', 'False')], now],
    ['gets one where it had none', [{ type: 'Available', status: 'True' }], now],
    ['gets one where it is new', [stored('Degraded', 'True')], now],
    ['gets one where nothing sensible is stored', [7, null, 'Available'], now],
  ])('%s', (_, previous, lastTransitionTime) => {
    const [available] = timedConditions([draft('Available', 'True')], previous, now);
    expect(available).toEqual({ ...draft('Available', 'True'), lastTransitionTime });
  });
});

describe('conditions of others', () => {
  it('stay as they are, behind ours', () => {
    const theirs = { type: 'SomebodyElse', status: 'True', more: 1 };
    const previous = [theirs, stored('Available', 'True'), 7, { status: 'True' }];
    expect(timedConditions([draft('Available', 'True')], previous, now)).toEqual([
      { ...draft('Available', 'True'), lastTransitionTime: then },
      theirs,
    ]);
  });

  it('are not those of ours that no longer hold', () => {
    const types = ['ReconcileComplete', 'Available', 'Progressing', 'Degraded', 'Upgradeable'];
    const previous = [...types, 'TaintedConfiguration'].map((type) => stored(type, 'True'));
    expect(timedConditions([], previous, now)).toEqual([]);
  });
});

describe('the health of the whole', () => {
  const well = [
    draft('ReconcileComplete', 'True'),
    draft('Available', 'True'),
    draft('Progressing', 'False'),
    draft('Degraded', 'False'),
  ];
  const but = (type: string, status: ConditionDraft['status']) =>
    well.map((each) => (each.type === type ? draft(type, status) : each));

  it.each([
    ['healthy', 'healthy', 'all is well', well],
    ['error', 'error', 'it is degraded', but('Degraded', 'True')],
    ['error', 'healthy', 'it is not available', but('Available', 'False')],
    ['error', 'healthy', 'nobody knows whether it is available', but('Available', 'Unknown')],
    ['warning', 'healthy', 'it is progressing', but('Progressing', 'True')],
    ['warning', 'warning', 'it is not complete', but('ReconcileComplete', 'False')],
    ['warning', 'warning', 'nobody knows whether it is complete', but('ReconcileComplete', 'Unknown')],
    ['healthy', 'healthy', 'nobody knows whether it is degraded', but('Degraded', 'Unknown')],
  ])('is %s, during an upgrade %s, when %s', (health, whileUpgrading, _, conditions) => {
    expect(systemHealth(conditions, false)).toBe(health);
    expect(systemHealth(conditions, true)).toBe(whileUpgrading);
  });

  it('keeps what the doctor said until he says something else', () => {
    const previous = [{ ...draft('DoctorStorage', 'False'), lastTransitionTime: 'then' }];
    expect(timedConditions([], previous, now)).toEqual(previous);
    const doctor = (drafts: readonly ConditionDraft[]) => [
      { drafts, owns: (type: string) => type.startsWith('Doctor') },
    ];
    expect(timedConditions([], previous, now, doctor([]))).toEqual([]);
    expect(timedConditions([], previous, now, doctor([draft('DoctorStorage', 'True')]))).toMatchObject([
      { type: 'DoctorStorage', status: 'True', lastTransitionTime: now },
    ]);
  });
});
