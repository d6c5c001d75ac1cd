import { describe, expect, it } from 'vitest';
import { toldChanges } from './told-changes.ts';

const event = (at: string, more: object = {}) => ({
  ...{ apiVersion: 'v1', kind: 'Event', metadata: { name: at } },
  ...{ lastTimestamp: at, type: 'Normal', reason: 'Updated', message: 'm', count: 2 },
  ...{ involvedObject: { kind: 'HyperConverged', name: 'hc' } },
  ...more,
});
const written = (...entries: readonly object[]) => ({
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: JSON.parse(JSON.stringify({ name: 'hc', managedFields: entries })),
});
const fields = (...names: readonly string[]) => ({
  fieldsV1: { 'f:spec': Object.fromEntries(names.map((name) => [`f:${name}`, {}])) },
});

describe('what changed', () => {
  it('is told with why, the newest first', () => {
    const told = toldChanges(
      [event('2026-11-25T10:00:00Z'), event('2026-11-25T12:00:00Z', { type: 'Warning' })],
      written({ manager: 'kubectl-edit', time: '2026-11-25T11:00:00Z', ...fields('a', 'b') }),
    );
    expect(told).toMatchObject([
      { kind: 'event', type: 'Warning', object: 'HyperConverged/hc', count: 2 },
      { kind: 'write', by: 'kubectl-edit', fields: ['spec.a', 'spec.b'], more: 0 },
      { kind: 'event', at: '2026-11-25T10:00:00Z' },
    ]);
  });

  it('leaves out who wrote the status only, and what has no time', () => {
    const status = { manager: 'op', time: '2026-11-25T11:00:00Z', subresource: 'status', ...fields('a') };
    const other = { manager: 'op', time: '2026-11-25T11:00:00Z', fieldsV1: { 'f:metadata': {} } };
    expect(toldChanges([], written(status, other, { manager: 'x', ...fields('a') }))).toEqual([]);
    expect(toldChanges([], undefined)).toEqual([]);
  });

  it('is bounded', () => {
    const many = Array.from({ length: 50 }, (_, index) => event(`2026-11-25T10:00:${10 + (index % 50)}Z`));
    const names = Array.from({ length: 9 }, (_, index) => `f${index}`);
    const told = toldChanges(
      many,
      written({ manager: 'm', time: '2026-11-25T11:00:00Z', ...fields(...names) }),
    );
    expect(told).toHaveLength(20);
    expect(told[0]).toMatchObject({ fields: names.slice(0, 5).map((name) => `spec.${name}`), more: 4 });
  });
});
