import type { KubernetesObject } from '@archipelago/apimachinery';

import { describe, expect, it } from 'vitest';
import { mirroredWriter, type Writer } from './mirrored-writer.ts';
import type { ObjectName, Resource } from './resource.ts';
import type { WriteOutcome } from './write-outcome.ts';

const jobs: Resource = { group: 'batch', version: 'v1', plural: 'jobs', kind: 'Job', namespaced: true };
const name = { namespace: 'ns', name: 'a' };

function job(more: object = {}): KubernetesObject {
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { ...name, uid: 'u', ...more } };
}
const answered = (more: object = {}) => ({ ok: true, value: job(more) }) as const;
const refused = (code: number) => ({ ok: false, status: { code, reason: '', message: 'no' } }) as const;

/** As an API server says that the object of this name is not there. */
function missing(of: string) {
  const status = { code: 404, reason: 'NotFound', message: 'not found', details: { name: of } };
  return { ok: false, status } as const;
}

type Answer = ReturnType<typeof answered> | ReturnType<typeof refused>;
type Deleted = Awaited<ReturnType<Writer['delete']>>;

function writing(answer: Answer, deleted: Deleted = { ok: true, value: { state: 'deleted' } }) {
  const sent: unknown[] = [];
  const through: (readonly [string, ObjectName, WriteOutcome])[] = [];
  const take =
    (verb: string) =>
    async (...given: readonly unknown[]): Promise<Answer> => {
      sent.push([verb, ...given]);
      return answer;
    };
  const client: Writer = {
    create: take('create'),
    update: take('update'),
    updateStatus: take('updateStatus'),
    patch: take('patch'),
    patchStatus: take('patchStatus'),
    delete: async (...given) => {
      sent.push(['delete', ...given]);
      return deleted;
    },
  };
  const writer = mirroredWriter(client, {
    writeThrough:
      ({ plural }) =>
      async (of, send, outcomeOf) => {
        const sentAnswer = await send();
        through.push([plural, of, outcomeOf(sentAnswer)]);
        return sentAnswer;
      },
  });
  return { writer, sent, through };
}

const options = { fieldManager: 'me' };
const patch = { type: 'merge', body: {} } as const;
const writes: readonly (readonly [string, (writer: Writer) => Promise<unknown>, readonly unknown[]])[] = [
  ['create', (writer) => writer.create(jobs, job(), options), [jobs, job(), options]],
  ['update', (writer) => writer.update(jobs, job(), options), [jobs, job(), options]],
  ['updateStatus', (writer) => writer.updateStatus(jobs, job(), options), [jobs, job(), options]],
  ['patch', (writer) => writer.patch(jobs, name, patch, options), [jobs, name, patch, options]],
  ['patchStatus', (writer) => writer.patchStatus(jobs, name, patch, options), [jobs, name, patch, options]],
];

describe.each(writes)('%s', (verb, write, given) => {
  it('is sent as it is, and its answer is mirrored before it is given', async () => {
    const { writer, sent, through } = writing(answered({ resourceVersion: '2' }));
    expect(await write(writer)).toEqual(answered({ resourceVersion: '2' }));
    expect(sent).toEqual([[verb, ...given]]);
    expect(through).toEqual([
      ['jobs', expect.objectContaining(name), { state: 'written', object: job({ resourceVersion: '2' }) }],
    ]);
  });

  it('that is refused says nothing', async () => {
    const { writer, through } = writing(refused(404));
    expect(await write(writer)).toEqual(refused(404));
    expect(through).toEqual([['jobs', expect.objectContaining(name), { state: 'nothing' }]]);
  });
});

const deletionTimestamp = '2026-11-22T00:00:00Z';

it.each<[string, object, WriteOutcome['state']]>([
  ['the last finalizer', { deletionTimestamp, finalizers: [] }, 'gone'],
  ['all finalizers', { deletionTimestamp }, 'gone'],
  ['some', { deletionTimestamp, finalizers: ['other'] }, 'written'],
  ['the last of what nobody deleted', { finalizers: [] }, 'written'],
  ['the last of what is given time', { deletionTimestamp, deletionGracePeriodSeconds: 30 }, 'written'],
  ['the last of what was given none', { deletionTimestamp, deletionGracePeriodSeconds: 0 }, 'gone'],
])('an object that loses %s', async (_, more, state) => {
  const { writer, through } = writing(answered(more));
  await writer.patch(jobs, name, patch);
  expect(through[0]?.[2]).toMatchObject(state === 'gone' ? { state, uid: 'u' } : { state });
});

describe('delete', () => {
  const preconditions = { uid: 'u' };
  it.each<[string, Deleted, WriteOutcome]>([
    ['deleted', { ok: true, value: { state: 'deleted' } }, { state: 'gone', uid: 'u' }],
    ['not there', missing(name.name), { state: 'gone', uid: 'u' }],
    ['of a kind that is not served', refused(404), { state: 'nothing' }],
    ['in a namespace that is not there', missing('elsewhere'), { state: 'nothing' }],
    ['another', refused(409), { state: 'nothing' }],
    [
      'held by a finalizer',
      { ok: true, value: { state: 'terminating', object: job({ deletionTimestamp }) } },
      { state: 'written', object: job({ deletionTimestamp }) },
    ],
  ])('of what is %s', async (_, answer, outcome) => {
    const { writer, sent, through } = writing(answered(), answer);
    expect(await writer.delete(jobs, name, { preconditions })).toEqual(answer);
    expect(sent).toEqual([['delete', jobs, name, { preconditions }]]);
    expect(through).toEqual([['jobs', name, outcome]]);
  });

  it('of whatever has the name says not which object is gone', async () => {
    const { writer, through } = writing(answered());
    await writer.delete(jobs, name);
    expect(through).toEqual([['jobs', name, { state: 'gone', uid: undefined }]]);
  });
});
