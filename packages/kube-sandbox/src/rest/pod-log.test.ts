import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { beforeEach, describe, expect, test } from 'vitest';
import { metadataOf } from '../json/json-access.ts';
import { TestServer } from '../test-server.test-support.ts';

const pods = '/api/v1/namespaces/default/pods';
const container = (name: string) => ({ name, image: 'i' });

let api: TestServer;

/** Makes a pod and returns its uid, under which its logs are kept. */
async function makePod(name: string, spec: JsonObject): Promise<string> {
  return textAt(metadataOf(await api.must('POST', pods, { metadata: { name }, spec })), 'uid');
}

beforeEach(() => {
  api = new TestServer();
});

describe('the log of a pod', () => {
  const text = 'one\ntwo\nthree\n';
  const cases: readonly (readonly [string, string | number])[] = [
    ['', text],
    ['?container=c', text],
    ['?tailLines=2', 'two\nthree\n'],
    ['?tailLines=0', ''],
    ['?tailLines=9', text],
    ['?limitBytes=5', 'one\nt'],
    ['?limitBytes=4&tailLines=2', 'two\n'],
    ['?previous=false&timestamps=&stream=All', text],
    ['?follow=false', text],
    ['?follow=0', text],
    ['?tailLines=-1', 400],
    ['?tailLines=x', 400],
    ['?limitBytes=0', 400],
    ['?container=other', 400],
    ['?previous=true', 501],
    ['?sinceSeconds=5', 501],
    ['?timestamps=true', 501],
    ['?stream=Stdout', 501],
  ];

  test.each(cases)('%s', async (query, wanted) => {
    api.server.state.logs.write(await makePod('p', { containers: [container('c')] }), 'c', text);
    const answer = await api.get(`${pods}/p/log${query}`);
    expect(typeof wanted === 'number' ? answer.status : answer.text).toBe(wanted);
  });

  test('of several containers is of the one that is named', async () => {
    const uid = await makePod('p', {
      initContainers: [container('i')],
      containers: [container('c'), container('d')],
    });
    for (const name of ['i', 'd']) api.server.state.logs.write(uid, name, name);
    const unnamed = await api.get(`${pods}/p/log`);
    expect([unnamed.status, unnamed.message]).toEqual([
      400,
      'a container name must be specified for pod p, choose one of: [c d] or one of the init containers: [i]',
    ]);
    expect((await api.get(`${pods}/p/log?container=d`)).text).toBe('d');
    expect((await api.get(`${pods}/p/log?container=i`)).text).toBe('i');
  });

  test('is there when its container has begun', async () => {
    await makePod('p', { containers: [container('c')] });
    expect((await api.get(`${pods}/q/log`)).status).toBe(404);
    expect((await api.get(`${pods}/p/log`)).status).toBe(501);
    const waiting = { name: 'c', state: { waiting: { reason: 'ContainerCreating' } } };
    const status = {
      containerStatuses: [{ ...waiting, image: 'i', imageID: '', ready: false, restartCount: 0 }],
    };
    await api.must('PATCH', `${pods}/p/status`, { status });
    const answer = await api.get(`${pods}/p/log`);
    expect([answer.status, answer.message]).toEqual([
      400,
      'container "c" in pod "p" is waiting to start: ContainerCreating',
    ]);
  });

  test('is followed until the container, the server or the client ends', async () => {
    const { logs } = api.server.state;
    const uid = await makePod('p', { containers: [container('c')] });
    logs.write(uid, 'c', 'one\ntwo\n');
    const follow = async () => {
      const seen: string[] = [];
      const body = await api.stream(`${pods}/p/log?follow=true&tailLines=1`);
      const stop = body.start({ write: (chunk) => void seen.push(chunk), end: () => void seen.push('end') });
      return { seen, stop };
    };
    const [left, stayed] = [await follow(), await follow()];
    logs.write(uid, 'c', 'three\n');
    left.stop();
    logs.write(uid, 'c', 'four\n');
    api.server.stop();
    expect(left.seen).toEqual(['two\n', 'three\n']);
    expect(stayed.seen).toEqual(['two\n', 'three\n', 'four\n', 'end']);
    logs.write(uid, 'c', 'five\n');
    expect(stayed.seen.at(-1)).toBe('end');
    logs.end(uid, 'c');
    expect((await follow()).seen).toEqual(['five\n', 'end']);
  });
});
