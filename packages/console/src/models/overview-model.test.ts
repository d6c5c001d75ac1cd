import { describe, expect, it } from 'vitest';
import { overviewModelWords } from '../words/overview-words.ts';
import { overviewModel as modelOf } from './overview-model.ts';

const overviewModel = (view: Parameters<typeof modelOf>[0]) => modelOf(view, overviewModelWords.en);

const group = (architecture: string, roles: readonly string[], more: object = {}) => ({
  ...{ architecture, roles: [...roles], count: 1, ready: 1, cordoned: 0, notReady: [] },
  ...more,
});

describe('the overview', () => {
  it('shows nodes as architectures × roles, with places where there is none', () => {
    const groups = [
      group('arm64', ['worker'], { count: 2000, ready: 1999, cordoned: 3, notReady: ['n7'] }),
      group('amd64', ['control-plane', 'master']),
      group('', []),
    ];
    const { nodes } = overviewModel({ nodes: { groups } });
    expect(nodes).toEqual({
      roles: ['control-plane, master', 'no role', 'worker'],
      rows: [
        { architecture: 'amd64', cells: [cell(1), undefined, undefined] },
        {
          architecture: 'arm64',
          cells: [undefined, undefined, { count: 2000, ready: 1999, cordoned: 3, notReady: ['n7'] }],
        },
        { architecture: 'not told', cells: [undefined, cell(1), undefined] },
      ],
      count: 2002,
      problem: '',
    });
  });

  it('says why there are no nodes to be seen', () => {
    expect(overviewModel({ nodes: { groups: [], problem: 'may not list' } }).nodes).toMatchObject({
      rows: [],
      problem: 'may not list',
    });
  });

  it.each<[string, Parameters<typeof modelOf>[0], string]>([
    ['well', { well: true, operator: { state: 'well' } }, 'well'],
    ['not well, whatever nobody knows', { well: false, operator: { state: 'notWell' } }, 'notWell'],
    ['not well where a state is a new one', { well: false, operator: { state: 'odd' } }, 'notWell'],
    [
      'not known where parts could not be looked at, and the others are well',
      { well: false, operator: { state: 'well' }, alerts: { state: 'unknown' } },
      'notKnown',
    ],
  ])('is %s as a whole', (_, view, verdict) => {
    expect(overviewModel(view).verdict).toBe(verdict);
  });

  it('gathers what is not well of all parts, and keeps the parts that are', () => {
    const model = overviewModel({
      well: false,
      namespace: 'ns',
      operands: {
        state: 'notWell',
        summary: '0 of 1 ready',
        problems: [{ object: 'CDI/cdi', message: 'is not there' }],
        operands: [{ kind: 'CDI', name: 'cdi', state: 'missing' }],
      },
      findings: { state: 'well', summary: '0 critical', problems: [] },
      images: {
        problems: [{ message: 'x', fix: 'y' }],
        architectures: [{ name: 'arm64', ready: 1, wanted: 2 }],
      },
    });
    expect(model).toMatchObject({
      verdict: 'notWell',
      problems: [
        { part: 'Operands', object: 'CDI/cdi', message: 'is not there', fix: '' },
        { part: 'Golden images', object: '', message: 'x', fix: 'y' },
      ],
      operands: [{ kind: 'CDI', name: 'cdi', state: 'missing' }],
      images: [{ architecture: 'arm64', ready: 1, wanted: 2 }],
    });
    expect(model.parts.map(({ state }) => state)).toEqual([
      ...['unknown', 'unknown', 'notWell', 'unknown', 'unknown', 'well', 'unknown', 'unknown'],
    ]);
  });

  it.each([
    ['images', 'absent', 'There are none.'],
    ['images', 'unknown', 'Could not be looked at.'],
    ['operands', 'unknown', 'Could not be looked at.'],
    ['alerts', 'well', 'None fires.'],
    ['alerts', 'unknown', 'Could not be looked at.'],
  ] as const)('says of %s that are %s and empty: %s', (part, state, text) => {
    expect(overviewModel({ [part]: { state } }).nothing[part]).toBe(text);
  });

  it('bears what it does not know', () => {
    for (const view of [null, 1, [], { nodes: [], operands: 'x' }])
      expect(overviewModel(view)).toMatchObject({ verdict: 'notKnown', problems: [], alerts: [] });
  });
});

function cell(count: number) {
  return { count, ready: count, cordoned: 0, notReady: [] };
}
