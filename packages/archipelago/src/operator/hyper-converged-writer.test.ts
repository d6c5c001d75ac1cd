import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient, Writer } from '@archipelago/kube-client';
import { describe, expect, it } from 'vitest';
import { type ObservedObject, observed } from '../reconcile/observed-object.ts';
import { HyperConvergedRefusal } from './hyper-converged-refusal.ts';
import { HyperConvergedWriter } from './hyper-converged-writer.ts';

const name = { namespace: 'ns', name: 'kubevirt-hyperconverged' };

function stored(resourceVersion: string): KubernetesObject {
  return {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { ...name, uid: 'u', resourceVersion, finalizers: ['kubevirt.io/hyperconverged'] },
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
    client: { patch: patching('patch'), patchStatus: patching('status') } as Writer,
    mirror: { hyperConverged: () => mirror.shown },
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
  ] as const)('%s: is sent to it, and gives the answer', async (doing, verb) => {
    const { writer, sent } = writing(stored('2'));
    expect(versionOf(writer.current())).toMatchObject({ resourceVersion: '1' });
    expect(versionOf(await writer[doing]({ a: 1 }, signal))).toMatchObject({ resourceVersion: '2' });
    const metadata = { resourceVersion: '1' };
    const body = { metadata, ...(doing === 'report' ? { status: { a: 1 } } : { a: 1 }) };
    expect(sent).toEqual([
      [verb, 'hyperconvergeds', name, { type: 'merge', body }, expect.any(String), false],
    ]);
  });

  it('is reported on as far as it is known: an edit of the same moment is not taken for ours', async () => {
    const { writer, sent, mirror } = writing(stored('9'));
    mirror.shown = observed(stored('7'));
    await writer.report({}, signal);
    const body = { metadata: { resourceVersion: '7' }, status: {} };
    expect(sent[0]).toEqual(expect.arrayContaining([{ type: 'merge', body }]));
  });

  it.each(['adopt', 'release', 'report'] as const)(
    '%s: is not sent where no version of it is known',
    async (doing) => {
      const { writer, sent, mirror } = writing(stored('9'));
      mirror.shown = undefined;
      await expect(writer[doing]({}, signal)).rejects.toMatchObject({ status: { code: 404 } });
      expect(sent).toEqual([]);
      expect(writer.current()).toBeUndefined();
    },
  );

  it('defaults and status are written under two names', async () => {
    const { writer, sent } = writing(stored('2'));
    await writer.adopt({}, signal);
    await writer.report({}, signal);
    const managers = sent.map((each) => (Array.isArray(each) ? each[4] : undefined));
    expect(new Set(managers).size).toBe(2);
  });

  it('is completed, and nobody owns what was put into the spec', async () => {
    const applied = { manager: 'kubectl', fieldsV1: { 'f:spec': { 'f:infra': {} } } };
    const mine = { 'f:spec': { 'f:evictionStrategy': {} }, 'f:metadata': { 'f:labels': {} } };
    const managedFields = [applied, { manager: 'archipelago-admission', fieldsV1: mine }];
    const answer = stored('2');
    const { writer, sent, mirror } = writing({ ...answer, metadata: { ...answer.metadata, managedFields } });
    expect(writer.ownsDefaults()).toBe(false);
    expect(await writer.adopt({ spec: {} }, signal)).toEqual(stored('2'));
    const left = [
      applied,
      { manager: 'archipelago-admission', fieldsV1: { 'f:metadata': mine['f:metadata'] } },
    ];
    const body = { metadata: { resourceVersion: '2', managedFields: left } };
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(expect.arrayContaining([{ type: 'merge', body }]));
    mirror.shown = observed({ ...answer, metadata: { ...answer.metadata, managedFields } });
    expect(writer.ownsDefaults()).toBe(true);
  });

  it('is patched as of the version that the patch was made of', async () => {
    const { writer, sent, mirror } = writing(stored('9'));
    mirror.shown = observed(stored('8'));
    await writer.release({ metadata: { resourceVersion: '5', finalizers: [] } }, signal);
    const body = { metadata: { resourceVersion: '5', finalizers: [] } };
    expect(sent[0]).toEqual(expect.arrayContaining([{ type: 'merge', body }]));
  });

  it('is not written when the leadership is over', async () => {
    const { writer, sent } = writing(stored('2'));
    await expect(writer.report({}, AbortSignal.abort())).rejects.toThrow('the leadership is over');
    expect(sent).toEqual([]);
  });

  it('that could not be written is what it was', async () => {
    const { writer } = writing(409);
    await expect(writer.report({}, signal)).rejects.toBeInstanceOf(HyperConvergedRefusal);
    await expect(writer.report({}, signal)).rejects.toMatchObject({ status: { code: 409 } });
    expect(versionOf(writer.current())).toMatchObject({ resourceVersion: '1' });
  });
});
