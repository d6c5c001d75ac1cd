import type { Expression } from './expression.ts';

export type AlertSeverity = 'critical' | 'warning' | 'info';

/** A step of a runbook. */
export interface RunbookStep {
  /** What to do, or what to look for. */
  readonly say: string;
  /** A command line; `{namespace}` stands for the operator's. */
  readonly run?: string;
  /** What it prints; `...` stands for anything. Tests compare it. */
  readonly prints?: string;
}

/** A way that ends the alert. */
export interface Mitigation {
  readonly title: string;
  /** Whom it suits, where there is a choice. */
  readonly when?: string;
  readonly steps: readonly RunbookStep[];
}

/** What to do about an alert, in the order in which it is done. */
export interface Runbook {
  readonly meaning: string;
  readonly impact: string;
  readonly diagnosis: readonly RunbookStep[];
  readonly mitigations: readonly Mitigation[];
}

/** Series as they come, and what fires then: for the tests, ours and promtool's. */
export interface AlertExample {
  readonly does: string;
  /** A value for each minute in the notation of `promtool test rules`. */
  readonly series: Readonly<Record<string, string>>;
  /** Labels of what fires, by the minute; the labels of the rule itself are left out. */
  readonly at: Readonly<Record<number, readonly Readonly<Record<string, string>>[]>>;
}

/** An alert with everything that is told about it. Rules, documentation, runbook and tests are made from it. */
export interface Alert {
  readonly name: string;
  readonly expression: Expression;
  /** Seconds for which it has to be so. */
  readonly for: number;
  readonly severity: AlertSeverity;
  /** What it does to the health of the whole. */
  readonly impact: 'critical' | 'warning' | 'none';
  /** What is wrong, with `{labels}`. */
  readonly summary: string;
  /** What follows, and what to do first, with `{labels}`. */
  readonly description: string;
  /** `upstream`: KubeVirt's operators have it under this name, and a page about it. */
  readonly origin: 'upstream' | 'ours';
  /** The check of the doctor that finds the same. */
  readonly finding?: string;
  /** What the operator cannot tell about itself, only who scrapes it. */
  readonly seenFrom?: 'outside';
  readonly runbook: Runbook;
  readonly examples: readonly AlertExample[];
}
