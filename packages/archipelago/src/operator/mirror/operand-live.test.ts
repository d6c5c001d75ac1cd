import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import type { Operand } from '../../config/framework/operand.ts';
import { cdi } from '../../config/operands/cdi/cdi.ts';
import { kubevirt } from '../../config/operands/kubevirt/kubevirt.ts';
import type { Live } from '../../reconcile/live.ts';
import { observed } from '../../reconcile/observed-object.ts';
import { planUninstall } from '../../reconcile/plan-uninstall.ts';
import { liveOf } from './operand-live.ts';

function object(operand: Operand): JsonObject {
  return {
    apiVersion: `${operand.group}/${operand.version}`,
    kind: operand.kind,
    metadata: { name: operand.kind.toLowerCase(), uid: operand.kind, labels: { app: 'ours' } },
  };
}

function informerOf(found: JsonObject | undefined) {
  return {
    refusal: () => undefined,
    knowledge: () => 'complete' as const,
    store: {
      list: () => (found === undefined ? [] : [observed(found)]),
      get: () => undefined,
      byIndex: () => [],
      size: found === undefined ? 0 : 1,
    },
  };
}

const lacks = ['is being deleted', 'is not established', 'does not serve the version v1'];

describe.each(lacks)('a definition that %s', (lack) => {
  const known = { name: 'd', generation: 1, isOurs: false, established: false, lack, defaults: undefined };

  function uninstall(kubevirtThere: boolean) {
    const going = {
      ...object(kubevirt),
      metadata: { ...meta(kubevirt), deletionTimestamp: '2026-01-01T00:00:00Z' },
    };
    const lives = new Map<Operand, Live>([
      [kubevirt, liveOf(informerOf(kubevirtThere ? going : undefined), 'd', known)],
      [cdi, liveOf(informerOf(object(cdi)), 'd', undefined)],
    ]);
    const objects = [kubevirt, cdi].map((operand) => ({ operand, manifest: object(operand) }));
    return planUninstall({
      objects,
      wanted: [],
      strategy: 'BlockUninstallIfWorkloadsExist',
      live: (operand) => lives.get(operand) ?? { state: 'absent' },
      remembered: () => undefined,
      defaulting: () => (each) => each,
    });
  }

  it('holds back the storage of machines that may still run', () => {
    expect(uninstall(true)).toMatchObject({
      actions: [],
      findings: [{ reason: 'NotServed', operand: 'KubeVirt', lack }],
    });
  });

  it('holds nothing back when the last object is gone', () => {
    expect(uninstall(false)).toMatchObject({
      actions: [{ kind: 'delete', object: { kind: 'CDI' } }],
      findings: [],
    });
  });
});

function meta(operand: Operand): JsonObject {
  const { metadata } = object(operand);
  return metadata as JsonObject;
}
