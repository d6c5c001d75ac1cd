import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { planWords } from '../words/plan-words.ts';
import { planModel } from './plan-model.ts';

const accepted = { allowed: true, findings: [], server: { state: 'accepts' }, notes: [] };
const wrong = { level: 'error', at: 'spec.a', message: 'must be x', fix: 'write x' };

describe('an edit, thought through', () => {
  it.each<[string, JsonObject, object]>([
    ['accepted', accepted, { verdict: { variant: 'success' }, refusals: [] }],
    ['of a snapshot', { ...accepted, server: { state: 'notAsked' } }, { verdict: { variant: 'warning' } }],
    [
      'somebody else’s',
      { ...accepted, server: { state: 'mayNot', message: 'forbidden' } },
      { verdict: { variant: 'warning', title: expect.stringContaining('may not') }, refusals: ['forbidden'] },
    ],
    [
      'refused by us',
      { ...accepted, allowed: false, findings: [wrong] },
      {
        verdict: { variant: 'danger', title: 'This would be refused' },
        refusals: ['spec.a: must be x; write x'],
      },
    ],
    [
      'refused by the cluster alone',
      { ...accepted, server: { state: 'refuses', message: 'no' } },
      { verdict: { variant: 'danger' }, refusals: ['no'] },
    ],
    [
      'of what somebody keeps in Git',
      { ...accepted, keptBy: 'Flux' },
      { warnings: [expect.stringContaining('Flux looks after the HyperConverged')] },
    ],
    [
      'of what is stored already',
      { ...accepted, plan: { fields: [] } },
      { verdict: { title: expect.stringContaining('stored already') }, canApply: false },
    ],
    ['to be applied', { ...accepted, plan: { fields: [{ field: 'spec.a', after: 1 }] } }, { canApply: true }],
    [
      'not planned',
      { notes: ['n'], problem: { kind: 'notSeen', message: 'away' } },
      { verdict: { title: 'This could not be planned' }, refusals: ['away'], warnings: ['n'], groups: [] },
    ],
    [
      'warned of',
      { ...accepted, findings: [{ ...wrong, level: 'warning' }] },
      { warnings: ['spec.a: must be x; write x'] },
    ],
  ])('is %s', (_, answer, model) => {
    expect(planModel(answer, planWords.en)).toMatchObject(model);
  });

  it('shows what comes, goes and changes, and why', () => {
    const field = (more: JsonObject) => ({ field: 'spec.x', because: 'spec.a', ...more });
    const plan = {
      fields: [field({ before: 1, after: 2 })],
      operands: [
        { object: 'KubeVirt/n/kv', verb: 'update', fields: [field({ after: 1 }), field({ before: 1 })] },
        { object: 'AAQ/aaq', verb: 'create', because: 'asked for', fields: [] },
        { object: 'SSP/ssp', verb: 'wait', obstacle: 'no such kind', fields: [] },
        { object: 'CDI/cdi', verb: 'update', fields: [field({ items: [{ after: 'New', because: 'b' }] })] },
      ],
      goldenImages: {
        imports: [{ architecture: 'arm64', images: [{ template: 't', namespace: 'n', dataSource: 'd' }] }],
        removals: [{ namespace: 'n', dataSource: 'd', because: 'x' }],
        dataSources: [{ namespace: 'n', name: 'd', before: { kind: 'image', architecture: 'amd64' } }],
        machines: [],
      },
      withheld: [{ message: 'another runs', fix: 'stop it' }],
    };
    const { groups } = planModel({ ...accepted, plan }, planWords.en);
    const lines = groups.flatMap((group) => [
      group.title,
      ...group.lines.map(({ sign, text, because }) => `${sign} ${text} # ${because}`),
    ]);
    expect(lines).toEqual([
      ...['Nothing of this is done yet', '! another runs # stop it'],
      ...['HyperConverged', '~ spec.x: 1 → 2 # spec.a'],
      ...['KubeVirt/n/kv', '~ update # ', '+ spec.x: 1 # spec.a', '- spec.x: 1 # spec.a'],
      ...['AAQ/aaq', '+ create # asked for'],
      ...['SSP/ssp', '! wait: no such kind # '],
      ...['CDI/cdi', '~ update # ', '+ spec.x[]: New # b'],
      ...['Golden images to import', '+ arm64: t → n/d # '],
      ...['Boot sources that go', '- any: n/d # x'],
      ...['DataSources that change', '~ n/d: image (amd64) → nothing # '],
    ]);
  });
});
