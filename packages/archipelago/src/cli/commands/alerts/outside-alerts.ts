import type { LeaseRecord } from '@archipelago/kube-client';
import { alertTable } from '../../../observability/alert-table.ts';
import { toldAlert } from '../../../observability/alerts/told-alert.ts';
import type { ShownAlert } from './shown-alert.ts';

/** Clocks of two machines differ a little. */
const toleranceMs = 5_000;

/**
 * The alerts that an operator cannot tell about itself, by the lease that its leader renews: pending when that has run out, firing when it has
 * been so for as long as the alert waits; `now` in milliseconds since 1970.
 */
export function outsideAlerts(lease: LeaseRecord, now: number): readonly ShownAlert[] {
  const renewed = Date.parse(lease.renewTime);
  const heldMs = lease.holder === '' ? 0 : lease.durationSeconds * 1_000 + toleranceMs;
  // a lease without a time tells nothing
  if (!(now - renewed > heldMs)) return [];
  return alertTable
    .filter(({ seenFrom }) => seenFrom === 'outside')
    .flatMap(({ name, severity, for: wait }): readonly ShownAlert[] => {
      const state = now - renewed >= wait * 1_000 ? 'firing' : 'pending';
      const active = { name, severity, labels: {}, value: 1, state, since: renewed / 1_000 } as const;
      const told = toldAlert(alertTable, active);
      return told === undefined ? [] : [{ ...told, state }];
    });
}
