/** How the operator looks at its own alerts. */
export interface AlertChoices {
  /** From one look to the next, in milliseconds. */
  readonly everyMs: number;
  /** How long an alert fires before it is told, in milliseconds: what one look alone sees is no news. */
  readonly tellAfterMs: number;
  /** How many times faster than said alerts fire and end: for trying runbooks out. 1 otherwise. */
  readonly speed: number;
}

/** As often as a Prometheus looks. */
export const usualAlerts: AlertChoices = { everyMs: 15_000, tellAfterMs: 30_000, speed: 1 };
