import { describe, expect, it } from 'vitest';
import { firingModel, runbooksModel } from './alerts-model.ts';

describe('what fires', () => {
  it('is told with what it is about, and hostile text is made visible', () => {
    const alert = { name: 'A', severity: 'critical', state: 'firing', message: 'x\u202ey' };
    expect(firingModel({ alerts: [{ ...alert, labels: { architecture: 'arm64' } }, { name: 'B' }] })).toEqual(
      [
        { ...alert, message: 'x\\u202ey', since: '', labels: ['architecture: arm64'] },
        { name: 'B', severity: '', state: '', since: '', message: '', labels: [] },
      ],
    );
  });

  it('is nothing where nothing is told', () => {
    for (const view of [null, {}, { alerts: 'x' }]) expect(firingModel(view)).toEqual([]);
  });
});

describe('runbooks', () => {
  const runbook = {
    ...{ meaning: 'm', impact: 'i', diagnosis: [{ say: 's', run: 'r' }] },
    mitigations: [{ title: 't', when: 'w', steps: [{ say: 'a', prints: 'p' }] }],
  };

  it('are one for each name, with the rules of all that share it', () => {
    const alerts = [
      { name: 'B', severity: 'warning', fires: 'x > 1', runbook },
      { name: 'A', severity: 'info', fires: 'y > 1', runbook, finding: 'VD1' },
      { name: 'B', severity: 'critical', fires: 'x > 2', runbook },
    ];
    const [a, b] = runbooksModel({ alerts });
    expect(a).toMatchObject({ name: 'A', finding: 'VD1', rules: [{ severity: 'info', fires: 'y > 1' }] });
    expect(b).toMatchObject({
      name: 'B',
      rules: [{ severity: 'warning' }, { severity: 'critical' }],
      diagnosis: [{ say: 's', run: 'r', prints: '' }],
      mitigations: [{ title: 't', when: 'w', steps: [{ say: 'a', run: '', prints: 'p' }] }],
    });
  });

  it('are none where nothing is told', () => {
    for (const answer of [null, { problem: {} }, { alerts: [1] }]) expect(runbooksModel(answer)).toEqual([]);
  });
});
