import { type KubernetesObject, numberAt, objectAt, textAt } from '@archipelago/apimachinery';
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
  const spec = objectAt(lease, 'spec');
  return {
    holder: textAt(spec, 'holderIdentity'),
    durationSeconds: numberAt(spec, 'leaseDurationSeconds') ?? 0,
    acquireTime: textAt(spec, 'acquireTime'),
    renewTime: textAt(spec, 'renewTime'),
    transitions: numberAt(spec, 'leaseTransitions') ?? 0,
  };
}

/** The Lease with another record; every other field stays as it is. */
export function withLeaseRecord(lease: KubernetesObject, record: LeaseRecord): KubernetesObject {
  const spec = objectAt(lease, 'spec');
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
