import type { ActiveAlert } from '../observability/alerts/alert-states.ts';
import type { ToldAlert } from '../observability/alerts/told-alert.ts';
import type { ConditionDraft } from '../reconcile/condition-drafts.ts';
import type { AlertRounds } from './alerts/alert-rounds.ts';
import { createAlerts } from './alerts/create-alerts.ts';
import { createDoctor } from './doctor/create-doctor.ts';
import type { DoctorRounds } from './doctor/doctor-rounds.ts';

type Options = Parameters<typeof createDoctor>[0] & Parameters<typeof createAlerts>[0];

/** Who looks at the cluster and at the operator while this process leads, and has things told in the status: the doctor, and the alerts. */
export class Onlookers {
  readonly #doctor: DoctorRounds | undefined;
  readonly #alerts: AlertRounds;

  constructor(options: Options) {
    this.#doctor = createDoctor(options);
    this.#alerts = createAlerts(options);
  }

  lead(signal: AbortSignal): void {
    this.#doctor?.lead(signal);
    this.#alerts.lead(signal);
  }

  /** What the doctor says; empty: nobody asks it; undefined: nothing yet. */
  conditions(): readonly ConditionDraft[] | undefined {
    return this.#doctor === undefined ? [] : this.#doctor.conditions();
  }

  /** Alerts that fire; undefined: nobody has looked yet. */
  firing(): readonly ToldAlert[] | undefined {
    return this.#alerts.told();
  }

  /** Undefined: nobody has looked yet. */
  activeAlerts(): readonly ActiveAlert[] | undefined {
    return this.#alerts.active();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#doctor?.stop(), this.#alerts.stop()]);
  }
}
