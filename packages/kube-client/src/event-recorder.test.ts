import type { KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import type { ObjectEvent } from './event-object.ts';
import { createEventRecorder } from './event-recorder.ts';
import type { KubernetesClient, Patch } from './kubernetes-client.ts';

const refused = (code: number) => ({ ok: false as const, status: { code, reason: '', message: 'no' } });

function recording() {
  const clock = new FakeClock();
  const sent: { verb: string; name: string; body: unknown }[] = [];
  const problems: string[] = [];
  const answers = { create: 0, patch: 0, hold: Promise.resolve() };
  const client: Pick<KubernetesClient, 'create' | 'patch'> = {
    async create(_, object) {
      sent.push({ verb: 'create', name: object.metadata.name, body: object });
      await answers.hold;
      return answers.create === 0 ? { ok: true, value: object } : refused(answers.create);
    },
    async patch(_, { namespace, name }, patch: Patch) {
      sent.push({
        verb: 'patch',
        name: `${namespace}/${name}`,
        body: patch.type === 'merge' ? patch.body : undefined,
      });
      const object: KubernetesObject = { apiVersion: 'v1', kind: 'Event', metadata: { name } };
      return answers.patch === 0 ? { ok: true, value: object } : refused(answers.patch);
    },
  };
  const recorder = createEventRecorder({
    client,
    component: 'archipelago-operator',
    instance: 'pod-1',
    clock,
    random: () => 0.5,
    onProblem: (message) => problems.push(message),
  });
  return { clock, sent, problems, answers, recorder };
}

const event = (more: Partial<ObjectEvent> = {}): ObjectEvent => ({
  about: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1', uid: 'u1', resourceVersion: '5' } },
  type: 'Warning',
  reason: 'OverwrittenByUser',
  message: 'reverted',
  ...more,
});

describe('event recorder', () => {
  it('writes what happened, to whom, by whom', async () => {
    const { recorder, sent, clock } = recording();
    recorder.record(event());
    await recorder.flush();
    const time = new Date(clock.now()).toISOString().replace('.000Z', 'Z');
    expect(sent).toEqual([
      {
        verb: 'create',
        name: expect.stringMatching(/^n1\.[0-9a-f]+$/),
        body: {
          apiVersion: 'v1',
          kind: 'Event',
          metadata: { name: sent[0]?.name, namespace: 'default' },
          involvedObject: {
            apiVersion: 'v1',
            kind: 'Node',
            name: 'n1',
            namespace: undefined,
            uid: 'u1',
            resourceVersion: '5',
          },
          type: 'Warning',
          reason: 'OverwrittenByUser',
          message: 'reverted',
          count: 1,
          firstTimestamp: time,
          lastTimestamp: time,
          source: { component: 'archipelago-operator', host: 'pod-1' },
          reportingComponent: 'archipelago-operator',
          reportingInstance: 'pod-1',
        },
      },
    ]);
  });

  it('counts the same event within ten minutes, and begins anew after', async () => {
    const { recorder, sent, clock } = recording();
    recorder.record(event());
    recorder.record(event());
    recorder.record(event({ message: 'another' }));
    await recorder.flush();
    expect(sent.map(({ verb, body }) => [verb, (body as { count: number }).count])).toEqual([
      ['create', 2],
      ['create', 1],
    ]);
    await clock.advance(9 * 60_000);
    recorder.record(event());
    await recorder.flush();
    expect(sent[2]).toMatchObject({ verb: 'patch', name: `default/${sent[0]?.name}`, body: { count: 3 } });
    await clock.advance(9 * 60_000);
    recorder.record(event());
    await recorder.flush();
    expect(sent[3]).toMatchObject({ verb: 'patch', body: { count: 4 } });
    await clock.advance(10 * 60_000);
    recorder.record(event());
    await recorder.flush();
    expect(sent[4]).toMatchObject({ verb: 'create', body: { count: 1 } });
  });

  it('writes what goes on and on a few times, then now and then, and loses no count', async () => {
    const { recorder, sent, clock } = recording();
    for (let second = 0; second < 30; second += 1) {
      recorder.record(event());
      await clock.advance(1_000);
    }
    const counts = () => sent.map(({ body }) => (body as { count: number }).count);
    expect(counts()).toEqual([1, 2, 3, 4, 16]);
    recorder.record(event({ message: 'another' }));
    await clock.advance(0);
    expect(counts().at(-1)).toBe(1);
    await recorder.flush();
    expect(counts().at(-1)).toBe(30);
    recorder.record(event());
    recorder.stop();
    await clock.advance(60_000);
    expect(counts()).toHaveLength(7);
  });

  it('makes an event again that the server has dropped', async () => {
    const { recorder, sent, answers } = recording();
    recorder.record(event());
    await recorder.flush();
    answers.patch = 404;
    recorder.record(event());
    await recorder.flush();
    expect(sent.map(({ verb }) => verb)).toEqual(['create', 'patch', 'create']);
  });

  it('neither waits nor fails: a full queue drops, refusals are told', async () => {
    const { recorder, sent, answers, problems } = recording();
    let release = () => {};
    answers.hold = new Promise((resolve) => {
      release = resolve;
    });
    answers.create = 403;
    for (let index = 0; index < 300; index += 1) {
      recorder.record(event({ reason: `R${index}` }));
    }
    expect(recorder.dropped()).toBe(100);
    release();
    await recorder.flush();
    expect(sent.length).toBe(200);
    expect(problems.length).toBe(200);
    expect(problems[0]).toBe('403 no');
    recorder.stop();
    recorder.record(event());
    await recorder.flush();
    expect(sent.length).toBe(200);
  });

  it.each<[string, Partial<ObjectEvent>]>([
    ['type', { type: 'Normal' }],
    ['reason', { reason: 'Other' }],
    ['message', { message: 'other' }],
    ['object', { about: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n2', uid: 'u1' } } }],
    [
      'object of that name',
      { about: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1', uid: 'u2' } } },
    ],
    ['kind', { about: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'n1', uid: 'u1' } } }],
    ['group', { about: { apiVersion: 'x/v1', kind: 'Node', metadata: { name: 'n1', uid: 'u1' } } }],
    [
      'namespace',
      { about: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1', uid: 'u1', namespace: 'x' } } },
    ],
  ])('counts events of another %s apart', async (_, more) => {
    const { recorder, sent } = recording();
    recorder.record(event());
    recorder.record(event(more));
    recorder.record(event());
    await recorder.flush();
    expect(sent.map(({ verb, body }) => [verb, countOf(body)])).toEqual([
      ['create', 2],
      ['create', 1],
    ]);
  });

  it('counts an event of a newer version of its object with those before', async () => {
    const { recorder, sent } = recording();
    const about = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'n1', uid: 'u1', resourceVersion: '6' },
    };
    recorder.record(event());
    recorder.record(event({ about }));
    await recorder.flush();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.body).toMatchObject({ count: 2, involvedObject: { resourceVersion: '6' } });
  });

  it('says when it was told first and last', async () => {
    const { recorder, sent, clock, answers } = recording();
    let release = () => {};
    answers.hold = new Promise((resolve) => {
      release = resolve;
    });
    recorder.record(event({ message: 'held' }));
    await clock.advance(0);
    const at = clock.now();
    recorder.record(event());
    await clock.advance(5_000);
    recorder.record(event());
    release();
    await recorder.flush();
    const time = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
    expect(sent[1]?.body).toMatchObject({
      count: 2,
      firstTimestamp: time(at),
      lastTimestamp: time(at + 5_000),
    });
    await clock.advance(60_000);
    recorder.record(event());
    await recorder.flush();
    expect(sent[2]?.body).toEqual({ count: 3, lastTimestamp: time(at + 65_000) });
  });

  it('goes to the namespace of its object, and keeps names and messages within their limits', async () => {
    const { recorder, sent } = recording();
    const metadata = { name: 'x'.repeat(253), namespace: 'ns' };
    recorder.record(
      event({ about: { apiVersion: 'v1', kind: 'Pod', metadata }, message: 'm'.repeat(5_000) }),
    );
    await recorder.flush();
    const { body, name } = sent[0] ?? expect.fail();
    expect(name.length).toBeLessThanOrEqual(253);
    expect(name).toMatch(/^x{230}\.[0-9a-f]+800000$/);
    expect(body).toMatchObject({
      metadata: { namespace: 'ns' },
      involvedObject: { name: metadata.name, namespace: 'ns' },
      message: 'm'.repeat(1_024),
    });
  });

  it('tells what could not be counted, and counts on', async () => {
    const { recorder, sent, answers, problems } = recording();
    recorder.record(event());
    await recorder.flush();
    answers.patch = 500;
    recorder.record(event());
    await recorder.flush();
    expect(problems).toEqual(['500 no']);
    answers.patch = 0;
    recorder.record(event());
    await recorder.flush();
    expect(sent.map(({ verb, body }) => [verb, countOf(body)])).toEqual([
      ['create', 1],
      ['patch', 2],
      ['patch', 2],
    ]);
  });

  it('begins anew after an event that could not be made', async () => {
    const { recorder, sent, answers } = recording();
    answers.create = 500;
    recorder.record(event());
    await recorder.flush();
    answers.create = 0;
    recorder.record(event());
    await recorder.flush();
    expect(sent.map(({ verb }) => verb)).toEqual(['create', 'create']);
  });

  it('remembers the last five hundred', async () => {
    const { recorder, sent } = recording();
    for (let index = 0; index <= 500; index += 1) {
      recorder.record(event({ reason: `R${index}` }));
      await recorder.flush();
    }
    sent.length = 0;
    recorder.record(event({ reason: 'R1' }));
    await recorder.flush();
    recorder.record(event({ reason: 'R0' }));
    await recorder.flush();
    expect(sent.map(({ verb }) => verb)).toEqual(['patch', 'create']);
  });

  it('combines messages without end into one event, which counts and shows the newest', async () => {
    const { recorder, sent } = recording();
    for (let index = 0; index < 30; index += 1) {
      recorder.record(event({ message: `m${index}` }));
      await recorder.flush();
    }
    expect(sent.filter(({ verb }) => verb === 'create')).toHaveLength(26);
    const message = '(combined from similar events): m29';
    expect(sent.at(-1)).toMatchObject({ verb: 'patch', body: { count: 5, message } });
  });

  it('is heard at once again when it was quiet for a while', async () => {
    const { recorder, sent, clock } = recording();
    for (let round = 0; round < 10; round += 1) {
      recorder.record(event());
      await clock.advance(1);
    }
    // one and three more at once
    expect(sent).toHaveLength(4);
    await clock.advance(45_000);
    const { length } = sent;
    recorder.record(event());
    await clock.advance(0);
    expect(sent).toHaveLength(length + 1);
    recorder.stop();
    expect(clock.timers).toBe(0);
  });
});

function countOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'count' in body ? body.count : undefined;
}
