import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { type ConditionDraft, type Drafts, put, putUnlessThere } from './condition-drafts.ts';
import type { Failure } from './failure.ts';
import { lowerConditions } from './lower-conditions.ts';

/** What one operand says about itself. */
export interface OperandReport {
  readonly kind: string;
  /** `status.conditions` as the operand wrote them. */
  readonly conditions: readonly JsonValue[];
}

interface ConditionInput {
  /** In the order in which operands are handled: where two say the same, the later one is quoted. */
  readonly reports: readonly OperandReport[];
  readonly failures: readonly Failure[];
  /** A jsonpatch annotation is in effect. */
  readonly tainted: boolean;
  /** Operands are being brought to this operator's version. */
  readonly upgrading: boolean;
}

const done = { reason: 'ReconcileCompleted', message: 'Reconcile completed successfully' } as const;

/**
 * The conditions of the HyperConverged that follow from its operands
 * (`docs/compatibility/hyperconverged.md#status-and-conditions`).
 */
export function aggregateConditions(input: ConditionInput): readonly ConditionDraft[] {
  const drafts: Drafts = new Map();
  if (input.upgrading) put(drafts, ['Progressing', 'True', 'HCOUpgrading', upgrading]);
  for (const report of input.reports) aggregateReport(drafts, report);
  for (const failure of input.failures) aggregateMissing(drafts, failure);
  const failed = input.failures.flatMap((failure) => (failure.kind === 'failed' ? [failure.message] : []));
  if (failed.length > 0) completeFailed(drafts, failed);
  else complete(drafts, input.failures);
  lowerConditions(drafts, input.failures, input.reports.length > 0);
  const order = ['ReconcileComplete', 'Available', 'Progressing', 'Degraded', 'Upgradeable'];
  const base = order.flatMap((type) => drafts.get(type) ?? []);
  return input.tainted ? [...base, tainted] : base;
}

const upgrading = 'Operands are being updated to the version of the operator';

/** A jsonpatch annotation is in effect. */
export const tainted: ConditionDraft = {
  type: 'TaintedConfiguration',
  status: 'True',
  reason: 'UnsupportedFeatureAnnotation',
  message: 'Unsupported feature was activated via an HCO annotation',
};

/** Conditions before anything was looked at. */
export const initialConditions: readonly ConditionDraft[] = (
  [
    ['ReconcileComplete', 'Unknown'],
    ['Available', 'False'],
    ['Progressing', 'True'],
    ['Degraded', 'False'],
    ['Upgradeable', 'Unknown'],
  ] as const
).map(([type, status]) => ({
  type,
  status,
  reason: 'Init',
  message: 'Initializing HyperConverged cluster',
}));

function aggregateReport(drafts: Drafts, { kind, conditions }: OperandReport): void {
  if (conditions.length === 0) {
    const message = `${kind} resource has no conditions`;
    put(drafts, ['Available', 'False', `${kind}Conditions`, message]);
    put(drafts, ['Progressing', 'True', `${kind}Conditions`, message]);
    put(drafts, ['Upgradeable', 'False', `${kind}Conditions`, message]);
    return;
  }
  aggregateAvailable(drafts, kind, find(conditions, 'Available'));
  const progressing = find(conditions, 'Progressing');
  if (progressing?.status === 'True') {
    const message = `${kind} is progressing: ${progressing.message}`;
    put(drafts, ['Progressing', 'True', `${kind}Progressing`, message]);
    putUnlessThere(drafts, ['Upgradeable', 'False', `${kind}Progressing`, message]);
  }
  const degraded = find(conditions, 'Degraded');
  if (degraded?.status === 'True')
    put(drafts, ['Degraded', 'True', `${kind}Degraded`, `${kind} is degraded: ${degraded.message}`]);
  const upgradeable = find(conditions, 'Upgradeable');
  if (upgradeable?.status === 'False')
    put(drafts, [
      'Upgradeable',
      'False',
      `${kind}NotUpgradeable`,
      `${kind} is not upgradeable: ${upgradeable.message}`,
    ]);
}

function aggregateAvailable(drafts: Drafts, kind: string, available: Said | undefined): void {
  const reason = `${kind}NotAvailable`;
  if (available === undefined) put(drafts, ['Available', 'False', reason, 'missing "Available" condition']);
  else if (available.status === 'False')
    put(drafts, ['Available', 'False', reason, `${kind} is not available: ${available.message}`]);
}

/** A kind the server does not know: its operand is not there, all others go on. */
function aggregateMissing(drafts: Drafts, failure: Failure): void {
  if (failure.kind !== 'notServed') return;
  const { operand, definition, lack = 'is not installed' } = failure;
  const message = `${operand} is not available: the CustomResourceDefinition ${definition} ${lack}`;
  put(drafts, ['Available', 'False', `${operand}NotInstalled`, message]);
  put(drafts, ['Degraded', 'True', `${operand}NotInstalled`, message]);
}

function completeFailed(drafts: Drafts, messages: readonly string[]): void {
  const message = `Error while reconciling: ${messages.join('; ')}`;
  put(drafts, ['ReconcileComplete', 'False', 'ReconcileFailed', message]);
  for (const type of ['Available', 'Progressing', 'Degraded', 'Upgradeable'])
    putUnlessThere(drafts, [type, 'Unknown', 'StatusUnknown', 'Unknown Status']);
}

function complete(drafts: Drafts, failures: readonly Failure[]): void {
  const { reason, message } = done;
  const missing = failures.flatMap((failure) =>
    failure.kind === 'notServed' ? [definitionText(failure)] : [],
  );
  if (missing.length === 0) put(drafts, ['ReconcileComplete', 'True', reason, message]);
  else
    put(drafts, [
      'ReconcileComplete',
      'False',
      'DefinitionsMissing',
      `not installed: ${missing.join(', ')}; operands follow when they are`,
    ]);
  if (drafts.has('Degraded')) {
    putUnlessThere(drafts, ['Progressing', 'False', reason, message]);
    putUnlessThere(drafts, ['Upgradeable', 'False', 'HCODegraded', 'HCO is degraded']);
    putUnlessThere(drafts, ['Available', 'False', 'HCODegraded', 'HCO is degraded']);
    return;
  }
  put(drafts, ['Degraded', 'False', reason, message]);
  if (drafts.has('Progressing'))
    putUnlessThere(drafts, ['Upgradeable', 'False', 'HCOProgressing', 'HCO is progressing']);
  else put(drafts, ['Progressing', 'False', reason, message]);
  putUnlessThere(drafts, ['Upgradeable', 'True', reason, message]);
  putUnlessThere(drafts, ['Available', 'True', reason, message]);
}

function definitionText({ definition, lack }: Extract<Failure, { kind: 'notServed' }>): string {
  return lack === undefined ? definition : `${definition} (it ${lack})`;
}

interface Said {
  readonly status: string;
  readonly message: string;
}

function find(conditions: readonly JsonValue[], type: string): Said | undefined {
  const found = conditions.find((condition): condition is JsonObject => isOfType(condition, type));
  if (found === undefined) return undefined;
  const { status, message } = found;
  return {
    status: typeof status === 'string' ? status : '',
    message: typeof message === 'string' ? message : '',
  };
}

function isOfType(condition: JsonValue, type: string): boolean {
  return isJsonObject(condition) && condition.type === type;
}

/** Whether an operand says it is available and neither progressing nor degraded. */
export function isReady({ conditions }: OperandReport): boolean {
  const is = (type: string) => find(conditions, type)?.status === 'True';
  return is('Available') && !is('Progressing') && !is('Degraded');
}
