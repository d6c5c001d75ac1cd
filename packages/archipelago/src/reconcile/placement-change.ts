import { isDeepStrictEqual } from 'node:util';
import { type JsonObject, type JsonValue, objectAt, valueAt } from '@archipelago/apimachinery';
import type { NodeFacts } from '../cluster-facts/cluster-facts.ts';
import { workloadNodesOf } from '../config/derive-facts.ts';
import type { FieldFinding } from '../config/framework/setting.ts';
import { mostNames, type Workloads, workloadsText } from './workloads.ts';

const at = 'spec.workloads.nodePlacement';

/** Whether an update says something else about where workloads run; nothing and an empty placement are the same. */
export function changesPlacement(before: JsonObject, after: JsonObject): boolean {
  return !isDeepStrictEqual(objectAt(placementOf(before)), objectAt(placementOf(after)));
}

interface PlacementChange {
  /** The HyperConverged as it is, and as it is to be. */
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly nodes: readonly NodeFacts[];
  /** Those that exist. */
  readonly workloads: readonly Workloads[];
  /** Why some could not be counted. */
  readonly unknown: readonly string[];
}

/**
 * What is said of another placement of the workloads: while VirtualMachines or DataVolumes exist it does not change, because those on nodes
 * that are left would lose what runs them there.
 */
export function reviewPlacementChange(change: PlacementChange): readonly FieldFinding[] {
  const { workloads, unknown } = change;
  if (workloads.length > 0) {
    const message = `cannot change while ${workloadsText(workloads)} exist${leavingText(change)}`;
    const fix = 'keep the placement, or delete these first';
    return [{ level: 'error', at, reason: 'Forbidden', message, fix }];
  }
  return unknown.map((because) => ({
    level: 'warning',
    at,
    reason: 'Unknown',
    message: `changes, and it is not known whether VirtualMachines or DataVolumes exist: ${because}`,
    fix: 'look for them before you change it',
  }));
}

/** Nodes that workloads run on now, and would not any more. */
function leavingText({ before, after, nodes }: PlacementChange): string {
  const kept = new Set(workloadNodesOf(nodes, placementOf(after)));
  const left = workloadNodesOf(nodes, placementOf(before)).filter((name) => !kept.has(name));
  if (left.length === 0) return '';
  const more = left.length > mostNames ? ` and ${left.length - mostNames} more` : '';
  return `; it would leave ${left.slice(0, mostNames).join(', ')}${more}`;
}

function placementOf(object: JsonObject): JsonValue | undefined {
  return valueAt(object, 'spec', 'workloads', 'nodePlacement');
}
