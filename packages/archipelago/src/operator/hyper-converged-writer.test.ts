import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { describe, expect, it } from 'vitest';
import { FakeClock } from '../../../../test/support/fake-clock.ts';
import { type ObservedObject, observed } from '../reconcile/observed-object.ts';
import { HyperConvergedRefusal } from './hyper-converged-refusal.ts';
import { HyperConvergedWriter } from './hyper-converged-writer.ts';
import { createRecentWrites } from './recent-writes.ts';

const name = { namespace: 'ns', name: 'kubevirt-hyperconverged' };

function stored(resourceVersion: string, more: object = {}): KubernetesObject {
  return {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { ...name, uid: 'u', resourceVersion, finalizers: ['kubevirt.io/hyperconverged'], ...more },
  };
}

function writing(answer: KubernetesObject | number) {
  const sent: unknown[] = [];
  const mirror: { shown: ObservedObject | undefined } = { shown: observed(stored('1')) };
  const patching =
    (verb: string): KubernetesClient['patch'] =>
    async (resource, at, patch, options) => {
      sent.push([verb, resource.plural, at, patch, options?.fieldManager, options?.signal?.aborted]);
      return typeof answer === 'number'
        ? { ok: false, status: { code: answer, reason: '', message: 'no' } }
        : { ok: true, value: answer };
    };
  const writer = new HyperConvergedWriter({
    client: { patch: patching('patch'), patchStatus: patching('status') },
    mirror: { hyperConverged: () => mirror.shown },
    recent: createRecentWrites(new FakeClock()),
    namespace: 'ns',
  });
  return { writer, sent, mirror };
}

const versionOf = (object: JsonObject | undefined) => object?.metadata;
const { signal } = new AbortController();

describe('the one HyperConverged', () => {
  it.each([
    ['adopt', 'patch'],
    ['release', 'patch'],
    ['report', 'status'],
  ] as const)('%s: what was answered stands in until the mirror shows it', async (doing, verb) => {
    const { writer, sent, mirror } = writing(stored('2'));
    expect(versionOf(writer.current())).toMatchObject({ resourceVersion: '1' });
    expect(versionOf(await writer[doing]({ a: 1 }, signal))).toMatchObject({ resourceVersion: '2' });
    expect(versionOf(writer.current())).toMatchObject({ resourceVersion: '2' });
    const body = doing === 'report' ? { status: { a: 1 } } : { a: 1 };
    expect(sent).toEqual([
      [verb, 'hyperconvergeds', name, { type: 'merge', body }, expect.any(String), false],
    ]);
    mirror.shown = observed(stored('3'));
    expect(versionOf(writer.current())).toMatchObject({ resourceVersion: '3' });
  });

  it('defaults and status are written under two names', async () => {
    const { writer, sent } = writing(stored('2'));
    await writer.adopt({}, signal);
    await writer.report({}, signal);
    const managers = sent.map((each) => (Array.isArray(each) ? each[4] : undefined));
    expect(new Set(managers).size).toBe(2);
  });

  it('is gone with its last finalizer, and with it only when it was deleted', async () => {
    const deletionTimestamp = '2026-11-22T00:00:00Z';
    const gone = writing(stored('2', { finalizers: [], deletionTimestamp }));
    await gone.writer.release({}, signal);
    expect(gone.writer.current()).toBeUndefined();
    const kept = writing(stored('2', { finalizers: ['other'], deletionTimestamp }));
    await kept.writer.release({}, signal);
    expect(versionOf(kept.writer.current())).toMatchObject({ resourceVersion: '2' });
    const bare = writing(stored('2', { finalizers: [] }));
    await bare.writer.release({}, signal);
    expect(versionOf(bare.writer.current())).toMatchObject({ resourceVersion: '2' });
  });

  it('that could not be written is what it was', async () => {
    const { writer } = writing(409);
    await expect(writer.report({}, signal)).rejects.toBeInstanceOf(HyperConvergedRefusal);
    await expect(writer.report({}, signal)).rejects.toMatchObject({ status: { code: 409 } });
    expect(versionOf(writer.current())).toMatchObject({ resourceVersion: '1' });
  });
});
