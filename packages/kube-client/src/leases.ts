import { isJsonObject, type JsonValue, type KubernetesObject } from '@archipelago/apimachinery';
import type { Resource } from './resource.ts';

/** coordination.k8s.io/v1 Lease. */
export const leases: Resource = {
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
  namespaced: true,
};

/** The part of a Lease's spec that an election uses. */
export interface LeaseRecord {
  /** Empty when the last holder gave the lease up. */
  readonly holder: string;
  readonly durationSeconds: number;
  readonly acquireTime: string;
  readonly renewTime: string;
  readonly transitions: number;
}

/** Reads the spec of a Lease; what is missing or of another type counts as empty. */
export function leaseRecordOf(lease: KubernetesObject): LeaseRecord {
  const spec = isJsonObject(lease.spec) ? lease.spec : {};
  return {
    holder: textOf(spec.holderIdentity),
    durationSeconds: numberOf(spec.leaseDurationSeconds),
    acquireTime: textOf(spec.acquireTime),
    renewTime: textOf(spec.renewTime),
    transitions: numberOf(spec.leaseTransitions),
  };
}

/** The Lease with another record; every other field stays as it is. */
export function withLeaseRecord(lease: KubernetesObject, record: LeaseRecord): KubernetesObject {
  const spec = isJsonObject(lease.spec) ? lease.spec : {};
  return {
    ...lease,
    spec: {
      ...spec,
      holderIdentity: record.holder,
      leaseDurationSeconds: record.durationSeconds,
      acquireTime: record.acquireTime,
      renewTime: record.renewTime,
      leaseTransitions: record.transitions,
    },
  };
}

/** meta/v1 MicroTime: six digits of fraction. */
export function microTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/Z$/, '000Z');
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}
