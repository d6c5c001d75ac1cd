import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { cdi } from '../config/operands/cdi/cdi.ts';
import { kubevirt } from '../config/operands/kubevirt/kubevirt.ts';
import { priorityClass } from '../config/operands/priority-class/priority-class.ts';
import type { Rendered } from '../config/render.ts';
import type { Live } from './live.ts';
import { planOperands } from './plan-operands.ts';

const place = { name: 'kv', namespace: 'here' };
const version = { uid: 'u', resourceVersion: '7' };
const identity = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt' };
const manifest = { ...identity, metadata: place, spec: { new: true } };
const causes = [{ path: ['spec', 'new'], cause: { kind: 'written', by: 'spec.b' } }] as const;
const rendered: Rendered = { operand: kubevirt, manifest, causes };
// as lists have it: without kind and version
const live = { metadata: { ...place, ...version }, spec: { old: true } };
const object = { ...identity, ...place, ...version };
const changes = [
  { path: ['spec', 'new'], before: undefined, after: true, because: 'spec.b' },
  { path: ['spec', 'old'], before: true, after: undefined, because: undefined },
];

const as = (content: JsonObject) => content;

function present(
  of: Extract<Live, { state: 'present' }>['object'],
  ...foreignWriters: readonly string[]
): Live {
  return { state: 'present', object: of, foreignWriters };
}

function actionsOf(one: Rendered, known: Live) {
  return planOperands({
    wanted: [one],
    unwanted: [],
    live: () => known,
    remembered: () => undefined,
    defaulting: () => as,
  }).actions;
}

describe('what the plan of operands asks of the server', () => {
  const immutable = { ...rendered, operand: { ...kubevirt, immutable: ['spec.new'] } };
  const operations = [{ op: 'add', path: '/spec', value: { new: true } }];

  it.each<[string, Rendered, Live, readonly object[]]>([
    [
      'create',
      rendered,
      { state: 'absent' },
      [{ kind: 'create', because: 'it is missing', object: manifest }],
    ],
    [
      'update',
      rendered,
      present(live),
      [
        {
          kind: 'edit',
          object,
          operations,
          changes,
          isRevert: false,
          because: 'something else is wanted than before',
        },
      ],
    ],
    [
      'revert',
      rendered,
      present(live, 'kubectl-edit'),
      [
        {
          kind: 'edit',
          object,
          operations,
          changes,
          isRevert: true,
          because: 'somebody else has changed it',
        },
      ],
    ],
    [
      'recreate',
      immutable,
      present(live, 'kubectl-edit'),
      [
        {
          kind: 'recreate',
          object,
          body: { ...manifest, metadata: { ...place, labels: {} } },
          changes,
          isRevert: true,
          because: 'somebody else has changed it',
        },
      ],
    ],
    ['do nothing', rendered, present({ ...live, spec: manifest.spec }), []],
    ['wait', rendered, { state: 'unknown' }, []],
  ])('to %s', (_, one, known, actions) => {
    expect(actionsOf(one, known)).toEqual(actions);
  });

  function deletions(one: Pick<Rendered, 'operand' | 'manifest'>, known: Live) {
    const unwanted = [{ ...one, because: 'nobody wants it' }];
    const rest = { remembered: () => undefined, defaulting: () => as };
    return planOperands({ wanted: [], unwanted, live: () => known, ...rest }).actions;
  }

  it('to delete', () => {
    expect(deletions(rendered, present(live))).toEqual([
      { kind: 'delete', because: 'nobody wants it', object, precondition: 'uid' },
    ]);
  });

  it('names no namespace where there is none, and no uid that is not known', () => {
    const metadata = { name: 'p' };
    const [action] = deletions({ operand: priorityClass, manifest: { metadata } }, present({ metadata }));
    expect(action?.object).toEqual({ apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', name: 'p' });
  });

  it.each<[string, Live]>([
    ['create', { state: 'absent' }],
    ['edit', present(live)],
  ])('waits for what the operand says has to be there before: to %s', (kind, known) => {
    const later = { ...rendered, operand: { ...kubevirt, after: [cdi] } };
    const before: Rendered = {
      operand: cdi,
      manifest: { kind: 'CDI', metadata: { name: 'cdi' } },
      causes: [],
    };
    const { actions } = planOperands({
      wanted: [later, before],
      unwanted: [],
      live: (operand) => (operand === cdi ? { state: 'unknown' } : known),
      remembered: () => undefined,
      defaulting: () => as,
    });
    expect(actions).toMatchObject([{ kind, after: ['CDI/cdi'] }]);
  });
});
