import { ApiConnectionError, type KubernetesClient } from '@archipelago/kube-client';
import { describe, expect, it } from 'vitest';
import type { LogQuestion } from '../../layering/build-plan/layering-question.ts';
import { createReadLog } from './read-log.ts';

const question: LogQuestion = { id: 'q', kind: 'log', namespace: 'ns', pod: 'p', container: 'build' };
const { signal } = new AbortController();

function reader(podLog: KubernetesClient['podLog']) {
  return createReadLog({ client: { podLog }, now: () => 7, command: () => 'archipelago manifests' });
}

describe('the log of a container', () => {
  it('is read to its end, and its end is told', async () => {
    const asked: unknown[] = [];
    const read = reader(async (name, take, { container, limitBytes }) => {
      asked.push([name, container, limitBytes]);
      async function* bytes() {
        yield Buffer.from('STEP 1\nSTE');
        yield Buffer.from('P 2\n');
      }
      return { ok: true, value: await take(bytes()) };
    });
    expect(await read(question, signal)).toEqual({ askedAt: 7, state: 'log', text: 'STEP 1\nSTEP 2\n' });
    expect(asked).toEqual([[{ namespace: 'ns', name: 'p' }, 'build', 64 * 1024 * 1024]]);
  });

  it.each<[number, string]>([
    [404, 'missing'],
    [400, 'missing'],
    [403, 'denied'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('that is refused with %i is %s', async (code, state) => {
    const status = { code, reason: '', message: `said ${code}` };
    expect(await reader(async () => ({ ok: false, status }))(question, signal)).toMatchObject({
      askedAt: 7,
      state,
    });
  });

  it('that it may not read names the command that brings the right', async () => {
    const status = { code: 403, reason: 'Forbidden', message: 'no' };
    expect(await reader(async () => ({ ok: false, status }))(question, signal)).toMatchObject({
      message: 'no; grant it with: archipelago manifests',
    });
  });

  it('without an answer is unavailable; a mistake of ours is none', async () => {
    const gone = reader(async () => {
      throw new ApiConnectionError('unreachable', 'no answer');
    });
    expect(await gone(question, signal)).toEqual({ askedAt: 7, state: 'unavailable', message: 'no answer' });
    const wrong = reader(async () => {
      throw new TypeError('wrong');
    });
    await expect(wrong(question, signal)).rejects.toThrow('wrong');
  });
});
