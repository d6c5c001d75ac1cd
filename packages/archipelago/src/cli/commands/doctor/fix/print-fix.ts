import { applyMergePatch, type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import { printFieldPath } from '../../../../config/framework/field-path.ts';
import type { FixPlan, FixStep } from '../../../../doctor/fixes/fix-plan.ts';
import { differences } from '../../../../reconcile/differences.ts';
import { changeLine } from '../../../text/change-line.ts';
import { printYaml } from '../../../text/print-yaml.ts';
import { wrapped } from '../../../text/wrapped.ts';

/** `StorageClass rbd`, `HyperConverged ns/name` */
export function stepName({ kind, namespace, name }: Pick<FixStep, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}

/** What would be written, for people. */
export function printPlan(plan: FixPlan): string {
  const head = wrapped(`${plan.finding.code} `, plan.finding.message);
  if ('refused' in plan) return `${head}${wrapped('  not done: ', plan.refused)}`;
  return `${head}${plan.steps.map(printStep).join('')}${wrapped('  effect: ', plan.effect)}`;
}

function printStep(step: FixStep): string {
  const { before, after } = step;
  const kept = step.keptBy === undefined ? '' : `, which ${step.keptBy} looks after`;
  const verb = before === undefined ? '+' : '~';
  return `  ${verb} ${stepName(step)}${kept}\n${printFields(before ?? {}, after)}`;
}

function printFields(before: JsonObject, after: JsonObject): string {
  const lines = differences(before, after, []).map(
    ({ path, before: old, after: wanted }) => `      ${changeLine(printFieldPath(path), old, wanted)}\n`,
  );
  return lines.join('');
}

/** The last line of what would be written: how much of it. */
export function countSteps(steps: readonly FixStep[]): string {
  const created = steps.filter(({ before }) => before === undefined).length;
  return `objects: ${created} to create, ${steps.length - created} to change, 0 to delete\n`;
}

/** What taking a step back would write; undefined: the object goes. */
export function printUndo(
  step: Parameters<typeof stepName>[0],
  now: JsonObject,
  undo: JsonObject | undefined,
): string {
  if (undo === undefined) return `  - ${stepName(step)}\n`;
  return `  ~ ${stepName(step)}\n${printFields(now, objectAt(applyMergePatch(now, undo)))}`;
}

/** The patches as documents, for kustomize and its like; null removes. */
export function emitted(steps: readonly FixStep[]): string {
  return steps.map((step) => printYaml(documentOf(step))).join('---\n');
}

function documentOf({ apiVersion, kind, namespace, name, patch }: FixStep): JsonObject {
  const place = namespace === '' ? { name } : { name, namespace };
  const metadata = { ...objectAt(patch, 'metadata'), ...place };
  const rest = Object.entries(patch).filter(([key]) => !['apiVersion', 'kind', 'metadata'].includes(key));
  return { apiVersion, kind, metadata, ...Object.fromEntries(rest) };
}

/** What a server says against a write. */
export function refusalText(
  step: Parameters<typeof stepName>[0],
  status: { readonly message: string },
): string {
  return `${stepName(step)}: the server refuses it: ${textAt(status, 'message')}`;
}
