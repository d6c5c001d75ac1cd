import type { KubernetesObject } from '@archipelago/apimachinery';
import {
  ApiConnectionError,
  type ApiResult,
  type KubernetesStatus,
  type Resource,
  type Writer,
} from '@archipelago/kube-client';
import { describe, expect, it } from 'vitest';
import { seenObject } from '../api/seen-object.ts';
import type { ExecutionPolicy } from './execution-policy.ts';
import { Executor, type Term } from './executor.ts';
import { type Action, keyOf } from './plan/action.ts';
import { type Done, isAnswered, isChange, mistakesIn, throwUnanswered, undoneBecause } from './verdict.ts';

const cdi = 'cdi.kubevirt.io/v1beta1';
const kinds: readonly Resource[] = [
  ...['DataSource', 'DataImportCron', 'ClusterRole', 'ClusterRoleBinding'].map((kind) => ({
    group: 'cdi.kubevirt.io',
    version: 'v1beta1',
    kind,
    plural: `${kind.toLowerCase()}s`,
    namespaced: true,
  })),
  { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false },
];

/** As the three planners want it. */
const policies = {
  operands: { parallel: 'all', onStale: 'continue', onRefusal: 'continue' },
  bootSources: { parallel: { creates: 8 }, onStale: 'deleteNothing', onRefusal: 'continue' },
  layering: { parallel: { creates: 1 }, onStale: 'stop', onRefusal: 'statusesOnly' },
} as const satisfies Record<string, ExecutionPolicy>;
type Planner = keyof typeof policies;
const planners = Object.keys(policies) as Planner[];

function object(name: string, more: object = {}): KubernetesObject {
  const metadata = { name, namespace: 'ns', uid: `u-${name}`, resourceVersion: '7' };
  return { apiVersion: cdi, kind: 'DataSource', metadata, spec: { old: true }, ...more };
}
const seen = (name: string) => seenObject(object(name));
const change = { changes: [], isRevert: false };

const create = (name: string, kind = 'DataSource', more: object = {}): Action => ({
  kind: 'create',
  because: 'x',
  object: {
    apiVersion: kind === 'Namespace' ? 'v1' : cdi,
    kind,
    metadata: kind === 'Namespace' ? { name } : { name, namespace: 'ns' },
  },
  ...more,
});
const operations = [{ op: 'add', path: '/spec', value: { is: 'new' } }];
const edit = (name: string, isRevert = false, more: { generation?: number } = {}): Action => ({
  kind: 'edit',
  because: 'x',
  object: seen(name),
  operations,
  ...change,
  ...more,
  isRevert,
});
const recreate = (name: string, isRevert = false): Action => ({
  kind: 'recreate',
  because: 'x',
  object: seen(name),
  body: object(name, { spec: { is: 'new' } }),
  ...change,
  isRevert,
});
const patch = (name: string, part?: 'status'): Action => ({
  kind: 'patch',
  because: 'x',
  object: seen(name),
  patch: { metadata: { labels: { a: 'b' } } },
  ...(part === undefined ? {} : { part }),
});
const status = (name: string): Action => ({
  kind: 'status',
  because: 'x',
  object: seen(name),
  status: { s: 1 },
});
const remove = (name: string, precondition: 'version' | 'uid' = 'version'): Action => ({
  kind: 'delete',
  because: 'x',
  object: seen(name),
  precondition,
});

const all: Readonly<Record<Action['kind'], Action>> = {
  create: create('a'),
  edit: edit('a'),
  recreate: recreate('a'),
  patch: patch('a'),
  status: status('a'),
  evict: { kind: 'evict', because: 'x', object: seen('a') },
  delete: remove('a'),
};
/** As an API server says it; of what is not there it gives the name. */
function statusOf(code: number, name: string): KubernetesStatus {
  const status = { code, reason: '', message: `code ${code}` };
  return code === 404 ? { ...status, reason: 'NotFound', details: { name } } : status;
}

/** From somebody who knows nothing of the object: a proxy, or a server that does not serve its kind yet. */
const unserved: KubernetesStatus = { code: 404, reason: '', message: 'HTTP 404: 404 page not found' };

/** Of a patch whose tests do not hold. */
const unfit: KubernetesStatus = {
  code: 422,
  reason: 'Invalid',
  message: 'the server rejected our request due to an error in our request',
  details: {},
};

type Answer = number | Error | KubernetesStatus | { generation: number } | 'same' | 'terminating';

function answered({ metadata }: KubernetesObject, said: Answer | undefined, version: number) {
  const generation = typeof said === 'object' && 'generation' in said ? { generation: said.generation } : {};
  return { ...metadata, ...generation, resourceVersion: said === 'same' ? '7' : String(version) };
}

/** A server that answers by `verb name`, or by name alone; all else is taken. */
function lab(answers: Readonly<Record<string, Answer>> = {}) {
  const log: string[] = [];
  const sent: unknown[] = [];
  const told: Done[] = [];
  let version = 7;
  let under = 0;
  let most = 0;
  const answer = async (verb: string, name: string, of: KubernetesObject, given: readonly unknown[]) => {
    log.push(`${verb} ${name}`);
    sent.push([verb, ...given]);
    under += 1;
    most = Math.max(most, under);
    for (let turn = 0; turn < (name.startsWith('slow') ? 9 : 1); turn += 1)
      await new Promise((resolve) => setImmediate(resolve));
    log.push(`${name} answered`);
    under -= 1;
    const said = answers[`${verb} ${name}`] ?? answers[name];
    if (said instanceof Error) throw said;
    if (typeof said === 'object' && 'code' in said) return { ok: false, status: said } as const;
    if (typeof said === 'number') return { ok: false, status: statusOf(said, name) } as const;
    if (said !== 'same') version += 1;
    return { ok: true, value: { ...of, metadata: answered(of, said, version) } } as const;
  };
  type Written = Promise<ApiResult<KubernetesObject>>;
  const client: Writer = {
    create: (...given): Written => answer('create', given[1].metadata.name, given[1], given),
    update: (...given): Written => answer('update', given[1].metadata.name, given[1], given),
    updateStatus: (...given): Written => answer('updateStatus', given[1].metadata.name, given[1], given),
    patch: (...given): Written => answer('patch', given[1].name, object(given[1].name), given),
    patchStatus: (...given): Written => answer('patchStatus', given[1].name, object(given[1].name), given),
    evict: async (...given) => {
      const done = await answer('evict', given[0].name, object(given[0].name), given);
      return done.ok ? { ok: true, value: {} } : done;
    },
    delete: async (...given) => {
      const { name } = given[1];
      const done = await answer('delete', name, object(name), given);
      if (!done.ok) return done;
      const isHeld = answers[`delete ${name}`] === 'terminating';
      return {
        ok: true,
        value: isHeld ? { state: 'terminating', object: done.value } : { state: 'deleted' },
      };
    },
  };
  const run = async (planner: Planner, actions: readonly Action[], term: Partial<Term> = {}) => {
    const executor = new Executor({
      client,
      kinds,
      fieldManager: 'us',
      policy: policies[planner],
      shown: (_, { name }) => (name === 'unknown' ? undefined : object(name)),
      onDone: (done) => told.push(done),
    });
    return executor.execute(actions, { signal: new AbortController().signal, ...term });
  };
  return { run, log, sent, told, most: () => most };
}

const lines = (done: readonly Done[]) =>
  done.map(({ action, verdict }) => `${action.kind} ${keyOf(action).split('/').at(-1)} ${verdict.verdict}`);
const asked = (log: readonly string[]) => log.filter((line) => !line.endsWith('answered'));

describe('the order of a plan', () => {
  it('boot sources: eight creates at a time, all else one after the other', async () => {
    const { run, log, most, told } = lab();
    const names = Array.from({ length: 10 }, (_, index) => `made-${index}`);
    await run('bootSources', [...names.map((name) => create(name)), patch('a'), remove('b')]);
    expect(asked(log)).toEqual([...names.map((name) => `create ${name}`), 'patch a', 'delete b']);
    expect(log.indexOf('patch a')).toBeGreaterThan(log.indexOf('made-9 answered'));
    expect(log.indexOf('delete b')).toBeGreaterThan(log.indexOf('a answered'));
    expect([most(), told.length]).toEqual([8, 12]);
  });

  it('boot sources: a namespace before what goes into it', async () => {
    const { run, log } = lab();
    await run('bootSources', [create('n', 'Namespace'), create('view'), create('cron')]);
    expect(log.slice(0, 3)).toEqual(['create n', 'n answered', 'create view']);
  });

  it('layering: one after the other', async () => {
    const { run, most } = lab();
    await run('layering', [create('a'), create('b'), status('c')]);
    expect(most()).toBe(1);
  });

  it('operands: all at once, but one that waits for another, whatever becomes of that', async () => {
    const { run, log, most } = lab({ 'slow-role': 403 });
    const binding = create('binding', 'ClusterRoleBinding', {
      after: ['ClusterRole/ns/slow-role', 'None/none'],
    });
    const done = await run('operands', [binding, create('slow-role', 'ClusterRole'), create('b'), edit('c')]);
    expect(lines(done)).toEqual([
      'create binding created',
      'create slow-role refused',
      'create b created',
      'edit c updated',
    ]);
    expect(log.indexOf('create binding')).toBeGreaterThan(log.indexOf('slow-role answered'));
    expect(most()).toBe(3);
  });

  it('of nothing is nothing', async () => {
    for (const planner of planners) expect(await lab().run(planner, [])).toEqual([]);
  });
});

describe('what follows what went wrong', () => {
  const plan = [remove('first'), patch('a'), create('b'), status('c'), remove('d'), recreate('e')];
  it.each<[Planner, Answer, readonly string[]]>([
    ['operands', 409, ['removed', 'stale', 'created', 'updated', 'removed', 'updated']],
    ['operands', 422, ['removed', 'refused', 'created', 'updated', 'removed', 'updated']],
    ['bootSources', 409, ['removed', 'stale', 'created', 'updated', 'skipped', 'skipped']],
    ['bootSources', 422, ['removed', 'refused', 'created', 'updated', 'removed', 'updated']],
    ['layering', 409, ['removed', 'stale', 'skipped', 'skipped', 'skipped', 'skipped']],
    ['layering', 403, ['removed', 'refused', 'skipped', 'updated', 'skipped', 'skipped']],
    [
      'bootSources',
      new ApiConnectionError('unreachable', 'reset'),
      ['removed', 'unanswered', 'skipped', 'skipped', 'skipped', 'skipped'],
    ],
    [
      'layering',
      new ApiConnectionError('unreachable', 'reset'),
      ['removed', 'unanswered', 'skipped', 'skipped', 'skipped', 'skipped'],
    ],
    [
      'operands',
      new ApiConnectionError('unreachable', 'reset'),
      ['removed', 'unanswered', 'created', 'updated', 'removed', 'updated'],
    ],
  ])('%s, answered %s: %j', async (planner, answer, verdicts) => {
    const { run, told } = lab({ a: answer });
    const done = await run(planner, plan);
    expect(done.map(({ verdict }) => verdict.verdict)).toEqual(verdicts);
    // each is told when it has ended, and none that was not tried
    expect(told).toHaveLength(verdicts.filter((verdict) => verdict !== 'skipped').length);
    expect(done.map(({ action }) => action)).toEqual(plan);
  });

  it.each<[Action['kind'], number, string]>([
    ['create', 409, 'stale'],
    ['edit', 409, 'stale'],
    ['recreate', 409, 'stale'],
    ['patch', 409, 'stale'],
    ['status', 409, 'stale'],
    ['delete', 409, 'stale'],
    ['edit', 404, 'stale'],
    ['patch', 404, 'stale'],
    ['status', 404, 'stale'],
    // its namespace, or its kind, is missing: looking again helps nothing
    ['create', 404, 'refused'],
    ['create', 403, 'refused'],
    ['create', 422, 'refused'],
    ['edit', 422, 'refused'],
    ['edit', 429, 'refused'],
    ['patch', 403, 'refused'],
    ['status', 422, 'refused'],
    ['delete', 403, 'refused'],
    ['delete', 500, 'refused'],
    ['delete', 404, 'removed'],
  ])('%s that is answered with %i is %s', async (kind, code, verdict) => {
    for (const planner of planners)
      expect((await lab({ a: code }).run(planner, [all[kind]]))[0]?.verdict).toMatchObject({ verdict });
  });

  it.each<[Action['kind'], string]>([
    ['create', 'cannot create DataSource ns/a: code 422'],
    ['edit', 'cannot update DataSource ns/a: code 422'],
    ['recreate', 'cannot recreate DataSource ns/a: code 422'],
    ['patch', 'cannot change DataSource ns/a: code 422'],
    ['status', 'cannot write the status of DataSource ns/a: code 422'],
    ['delete', 'cannot delete DataSource ns/a: code 422'],
  ])('%s says what was refused, of what, and why', async (kind, because) => {
    const [done] = await lab({ a: 422 }).run('operands', [all[kind]]);
    const code = { code: 422, reason: '', message: 'code 422' };
    expect(done?.verdict).toEqual({ verdict: 'refused', because, forbidden: false, status: code });
  });

  it.each([
    ['User "operator" cannot update resource "kubevirts"', true],
    ['admission webhook "kubevirt-validator.kubevirt.io" denied the request', false],
  ])('a refusal because %j is for want of a permission: %s', async (message, forbidden) => {
    for (const action of Object.values(all)) {
      const [done] = await lab({ a: { code: 403, reason: 'Forbidden', message } }).run('operands', [action]);
      expect(done?.verdict).toMatchObject({ verdict: 'refused', forbidden });
    }
  });

  it('is looked for in the order of what it asks of people', async () => {
    const done = await lab({ a: 409, b: 422 }).run('bootSources', [patch('a'), create('b'), create('c')]);
    expect(undoneBecause(done)).toBe('cannot create DataSource ns/b: code 422');
    expect(undoneBecause(done.slice(0, 1))).toBe('cannot change DataSource ns/a: code 409');
    expect(undoneBecause(done.slice(2))).toBeUndefined();
  });

  it('a throw is thrown by who asks for it, when nothing is under way any more', async () => {
    const { run, log } = lab({ lost: new ApiConnectionError('unreachable', 'connection reset') });
    const done = await run('bootSources', [create('one'), create('lost'), create('two')]);
    expect(log.filter((line) => line.endsWith('answered'))).toHaveLength(3);
    expect(() => throwUnanswered(done)).toThrow('connection reset');
    expect(undoneBecause(done)).toBe('connection reset');
    throwUnanswered(await run('bootSources', [create('one')]));
  });

  it('a mistake of ours is the object’s: what comes after it goes on, and nobody throws', async () => {
    const { run } = lab({ broken: new TypeError('no such member') });
    const done = await run('bootSources', [create('broken'), patch('a'), remove('b')]);
    expect(lines(done)).toEqual(['create broken failed', 'patch a updated', 'delete b removed']);
    throwUnanswered(done);
    expect(undoneBecause(done)).toBe('cannot create DataSource ns/broken: no such member');
    expect(mistakesIn(done)).toEqual([expect.stringMatching(/^TypeError: no such member\n/)]);
    expect(done.map(({ verdict }) => [isAnswered(verdict), isChange(verdict)])).toEqual([
      [false, false],
      [true, true],
      [true, true],
    ]);
  });

  it('after a mistake of ours a plan whose order counts ends, but for statuses', async () => {
    const { run } = lab({ broken: new TypeError('no such member') });
    const done = await run('layering', [create('broken'), create('next'), status('c')]);
    expect(lines(done).slice(0, 2)).toEqual(['create broken failed', 'create next skipped']);
    expect(lines(done)[2]).not.toBe('status c skipped');
  });
});

describe('what is sent', () => {
  const names = { namespace: 'ns', name: 'a' };
  const written = { fieldManager: 'us', signal: expect.any(AbortSignal) };
  const deletion = (preconditions: object) => [
    'delete',
    kinds[0],
    names,
    { preconditions, propagation: 'Background', signal: expect.any(AbortSignal) },
  ];
  const ofVersion = { uid: 'u-a', resourceVersion: '7' };
  const patched = { type: 'merge', body: { metadata: { labels: { a: 'b' }, ...ofVersion } } };
  const body = object('a', { spec: { is: 'new' } });
  const tests = (what: string, value: unknown) => {
    const held = [
      { op: 'test', path: '/metadata/uid', value: 'u-a' },
      { op: 'test', path: `/metadata/${what}`, value },
    ];
    return { type: 'json', operations: [...held, ...operations] };
  };
  const wholeStatus = { ...object('a'), metadata: object('a').metadata, status: { s: 1 } };

  it.each<[string, Action, readonly unknown[]]>([
    ['create', create('a'), [['create', kinds[0], expect.objectContaining({ kind: 'DataSource' }), written]]],
    ['edit of a version', edit('a'), [['patch', kinds[0], names, tests('resourceVersion', '7'), written]]],
    [
      'edit of a generation',
      edit('a', false, { generation: 3 }),
      [['patch', kinds[0], names, tests('generation', 3), written]],
    ],
    ['recreate', recreate('a'), [deletion({ uid: 'u-a' }), ['create', kinds[0], body, written]]],
    ['patch', patch('a'), [['patch', kinds[0], names, patched, written]]],
    ['patch of the status', patch('a', 'status'), [['patchStatus', kinds[0], names, patched, written]]],
    ['status, the whole object', status('a'), [['updateStatus', kinds[0], wholeStatus, written]]],
    ['delete of a version', remove('a'), [deletion(ofVersion)]],
    ['delete of an object', remove('a', 'uid'), [deletion({ uid: 'u-a' })]],
  ])('by %s', async (_, action, sent) => {
    const one = lab();
    await one.run('layering', [action]);
    expect(one.sent).toEqual(sent);
  });

  it('is not sent where nothing is known of what was seen', async () => {
    const unknown = { apiVersion: cdi, kind: 'DataSource', name: 'unknown' };
    const bare = { apiVersion: cdi, kind: 'DataSource', metadata: { name: 'unknown' } };
    const actions: readonly Action[] = [
      { kind: 'patch', because: 'x', object: unknown, patch: { spec: {} } },
      { kind: 'patch', because: 'x', object: unknown, patch: { status: {} }, part: 'status' },
      { kind: 'status', because: 'x', object: unknown, status: {} },
      { kind: 'edit', because: 'x', object: unknown, operations, changes: [], isRevert: false },
      {
        kind: 'edit',
        because: 'x',
        object: unknown,
        operations,
        generation: 1,
        changes: [],
        isRevert: false,
      },
      { kind: 'delete', because: 'x', object: unknown, precondition: 'version' },
      { kind: 'delete', because: 'x', object: unknown, precondition: 'uid' },
      { kind: 'recreate', because: 'x', object: unknown, body: bare, changes: [], isRevert: false },
    ];
    for (const action of actions) {
      const one = lab();
      const [done] = await one.run('bootSources', [action]);
      expect(one.sent).toEqual([]);
      expect(done?.verdict).toMatchObject({
        verdict: 'failed',
        because: expect.stringMatching(
          /names no version that it is made of|which object of that name is meant/,
        ),
      });
    }
  });

  it('has the version that the write before has made of it', async () => {
    const one = lab();
    await one.run('layering', [status('a'), patch('a'), patch('b'), patch('a'), remove('a')]);
    const versions = one.sent.map((each) => JSON.stringify(each).match(/"resourceVersion":"(\d+)"/)?.[1]);
    expect(versions).toEqual(['7', '8', '7', '9', '11']);
  });

  it('is in the name of whoever the action names', async () => {
    const one = lab();
    await one.run('operands', [{ ...patch('a'), fieldManager: 'admission' }]);
    expect(JSON.stringify(one.sent)).toContain('"fieldManager":"admission"');
  });

  it('is of no other kind than those that may be written', async () => {
    const one = lab();
    const [secret, foreign] = await one.run('operands', [
      { ...create('s'), object: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } } } as Action,
      { ...create('d'), object: { ...object('d'), apiVersion: 'example.com/v1' } } as Action,
    ]);
    expect([secret?.verdict, foreign?.verdict]).toMatchObject([
      { verdict: 'failed', because: 'cannot create Secret s: no plan may write v1 Secret' },
      {
        verdict: 'failed',
        because: 'cannot create DataSource ns/d: no plan may write example.com/v1 DataSource',
      },
    ]);
    expect(one.sent).toEqual([]);
  });

  it.each<[string, Answer]>([
    ['holds the object', 'terminating'],
    ['has another object of that name', 409],
    ['does not let it go', 403],
  ])('to recreate is no second object while the server %s', async (_, answer) => {
    const one = lab({ 'delete a': answer });
    const [done] = await one.run('operands', [recreate('a')]);
    expect(asked(one.log)).toEqual(['delete a']);
    expect(done?.verdict.verdict).not.toBe('removed');
  });
});

describe('what became of it', () => {
  it.each<[string, Action, Record<string, Answer>, string]>([
    ['create', create('a'), {}, 'created'],
    ['edit', edit('a'), {}, 'updated'],
    ['a revert', edit('a', true), {}, 'reverted'],
    ['edit that changes nothing', edit('a'), { a: 'same' }, 'unchanged'],
    ['edit of a generation', edit('a', false, { generation: 3 }), { a: { generation: 4 } }, 'updated'],
    [
      'edit of a generation that changes nothing while a status was written',
      edit('a', false, { generation: 3 }),
      { a: { generation: 3 } },
      'unchanged',
    ],
    ['edit whose tests do not hold', edit('a'), { a: unfit }, 'stale'],
    ['edit that the schema refuses', edit('a'), { a: { ...unfit, details: { name: 'a' } } }, 'refused'],
    ['patch that is as unfit', patch('a'), { a: unfit }, 'refused'],
    ['a revert that changes nothing', edit('a', true), { a: 'same' }, 'unchanged'],
    ['patch that changes nothing', patch('a'), { a: 'same' }, 'unchanged'],
    ['recreate', recreate('a'), {}, 'updated'],
    ['recreate of what is gone', recreate('a'), { 'delete a': 404 }, 'updated'],
    ['recreate by revert', recreate('a', true), {}, 'reverted'],
    ['recreate of what is held', recreate('a'), { 'delete a': 'terminating' }, 'removing'],
    ['recreate that somebody was faster in', recreate('a'), { 'create a': 409 }, 'stale'],
    ['recreate whose namespace is gone meanwhile', recreate('a'), { 'create a': 404 }, 'refused'],
    ['recreate whose kind is gone meanwhile', recreate('a'), { 'create a': unserved }, 'refused'],
    ['delete', remove('a'), {}, 'removed'],
    ['delete where nobody knows the kind', remove('a'), { 'delete a': unserved }, 'stale'],
    ['recreate where nobody knows the kind', recreate('a'), { 'delete a': unserved }, 'stale'],
    ['delete of what is held', remove('a'), { 'delete a': 'terminating' }, 'removing'],
  ])('%s', async (_, action, answers, verdict) => {
    for (const planner of planners)
      expect((await lab(answers).run(planner, [action]))[0]?.verdict).toMatchObject({ verdict });
  });

  it('a change gives the answer, and so does what is held', async () => {
    const [made] = await lab().run('operands', [create('a')]);
    expect(made?.verdict).toMatchObject({ answer: { metadata: { name: 'a', resourceVersion: '8' } } });
    const [held] = await lab({ 'delete a': 'terminating' }).run('operands', [remove('a')]);
    expect(held?.verdict).toMatchObject({ answer: { metadata: { name: 'a' } } });
  });
});

describe('for how long', () => {
  it.each(planners)('%s: no longer than the leadership lasts', async (planner) => {
    const over = await lab().run(planner, [create('a')], { signal: AbortSignal.abort() });
    expect(lines(over)).toEqual(['create a skipped']);
  });

  it('ends in the middle with the leadership', async () => {
    const leadership = new AbortController();
    const one = lab();
    const running = one.run('bootSources', [patch('a'), patch('b'), remove('c')], {
      signal: leadership.signal,
    });
    while (one.log.length === 0) await new Promise((resolve) => setImmediate(resolve));
    leadership.abort();
    expect(lines(await running)).toEqual(['patch a updated', 'patch b skipped', 'delete c skipped']);
    expect(asked(one.log)).toEqual(['patch a']);
  });

  it('leaves out what is not wanted any more', async () => {
    const isWanted = ({ kind }: Action) => kind !== 'delete';
    const done = await lab().run('bootSources', [patch('a'), remove('b'), create('c')], { isWanted });
    expect(lines(done)).toEqual(['patch a updated', 'delete b skipped', 'create c created']);
  });
});

it('names of objects are as messages have them', () => {
  expect(Object.values(all).map(keyOf)).toEqual(Object.values(all).map(() => 'DataSource/ns/a'));
  expect(keyOf(create('n', 'Namespace'))).toBe('Namespace/n');
});
