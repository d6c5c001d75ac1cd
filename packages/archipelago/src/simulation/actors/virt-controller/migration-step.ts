import {
  conditionOf,
  type JsonObject,
  type KubernetesObject,
  objectAt,
  objectsAt,
  textAt,
  timestamp,
} from '@archipelago/apimachinery';
import type { PlayedWrite } from '../players/play.ts';
import { timedConditions } from '../timed-conditions.ts';
import { departureOf } from './departure.ts';
import { phaseOfInstance } from './instance-phase.ts';
import { refusedCondition } from './instance-status.ts';
import type { MachineFacts } from './machine-facts.ts';
import { machineKinds } from './machine-kinds.ts';
import { ownedObject } from './owned-object.ts';
import { stayOnNode } from './stay-on-node.ts';
import { toldStatus } from './told-status.ts';
import { warningEvent } from './warning-event.ts';

const { Migration, VirtualMachineInstance } = machineKinds;

/** The migration of a machine that is to leave its node: one for each stay on a node, and none beside another. */
export function evacuation(instance: KubernetesObject, facts: MachineFacts): readonly PlayedWrite[] {
  const isRunning = phaseOfInstance(instance) === 'Running';
  if (!isRunning || departureOf(instance, facts) !== 'moves') return [];
  const { name: vmiName, namespace } = instance.metadata;
  const name = `kubevirt-evacuation-${stayOnNode(instance, 8)}`;
  const isUnderWay = facts.world
    .list('Migration')
    .some((one) => one.metadata.namespace === namespace && isActive(one, vmiName));
  if (isUnderWay || facts.world.get('Migration', name, namespace) !== undefined) return [];
  const object = ownedObject(Migration, instance, { name, spec: { vmiName } });
  return [{ do: 'create', resource: Migration, object }];
}

function isActive(migration: KubernetesObject, vmiName: string): boolean {
  return textAt(migration, 'spec', 'vmiName') === vmiName && !isOver(migration);
}

function isOver(migration: KubernetesObject): boolean {
  return ['Succeeded', 'Failed'].includes(textAt(migration, 'status', 'phase'));
}

type Outcome =
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'refused'; readonly instance: KubernetesObject; readonly message: string }
  | { readonly is: 'begins'; readonly instance: KubernetesObject; readonly node: string }
  | { readonly is: 'ends'; readonly instance: KubernetesObject; readonly state: JsonObject }
  | { readonly is: 'done'; readonly state: JsonObject };

/** What happens next to a VirtualMachineInstanceMigration. */
export function migrationStep(migration: KubernetesObject, facts: MachineFacts): readonly PlayedWrite[] {
  if (isOver(migration)) return [];
  const outcome = outcomeOf(migration, facts);
  const told = toldStatus(Migration, migration, migrationStatus(outcome));
  const failed = failure(migration, outcome, facts.world.now);
  return [...instanceWrites(migration, outcome, facts), ...failed, ...told];
}

function outcomeOf(migration: KubernetesObject, facts: MachineFacts): Outcome {
  const { namespace, uid = '' } = migration.metadata;
  const name = textAt(migration, 'spec', 'vmiName');
  const instance = facts.world.get('VirtualMachineInstance', name, namespace);
  if (instance === undefined || phaseOfInstance(instance) !== 'Running')
    return { is: 'failed', message: `${name} does not run` };
  const state = objectAt(instance, 'status', 'migrationState');
  if (state.migrationUid === uid)
    return state.completed === true ? { is: 'done', state } : { is: 'ends', instance, state };
  return begin(instance, facts);
}

function begin(instance: KubernetesObject, { scheduler }: MachineFacts): Outcome {
  const migratable = conditionOf(instance, 'LiveMigratable');
  if (migratable?.status === 'False') return { is: 'failed', message: textAt(migratable, 'message') };
  const spec = objectAt(instance, 'spec');
  const placement = scheduler.place(spec, textAt(instance, 'status', 'nodeName'));
  if (placement.kind === 'unschedulable') return { is: 'refused', instance, message: placement.message };
  return { is: 'begins', instance, node: placement.node };
}

function migrationStatus(outcome: Outcome): JsonObject {
  switch (outcome.is) {
    case 'failed':
      return { phase: 'Failed', migrationState: { failed: true, failureReason: outcome.message } };
    case 'refused':
      return { phase: 'Scheduling' };
    case 'begins':
    case 'ends':
      return { phase: 'Running' };
    case 'done':
      return { phase: 'Succeeded', migrationState: outcome.state };
  }
}

function instanceWrites(
  { metadata: { uid = '' } }: KubernetesObject,
  outcome: Outcome,
  { world: { now } }: MachineFacts,
): readonly PlayedWrite[] {
  switch (outcome.is) {
    case 'refused':
      return refusal(outcome.instance, outcome.message, now);
    case 'begins': {
      const { instance, node } = outcome;
      const sourceNode = textAt(instance, 'status', 'nodeName');
      const state = { migrationUid: uid, sourceNode, targetNode: node, startTimestamp: timestamp(now) };
      // a merge patch leaves what it does not name
      const migrationState = { ...state, completed: null, endTimestamp: null };
      return patched(instance, { migrationState, conditions: withoutRefusal(instance) });
    }
    case 'ends': {
      const ended = { ...outcome.state, completed: true, endTimestamp: timestamp(now) };
      const nodeName = textAt(outcome.state, 'targetNode');
      return patched(outcome.instance, { nodeName, migrationState: ended });
    }
    case 'failed':
    case 'done':
      return [];
  }
}

function failure(migration: KubernetesObject, outcome: Outcome, now: number): readonly PlayedWrite[] {
  if (outcome.is !== 'failed') return [];
  const message = `${outcome.message} (simulated)`;
  return [warningEvent(migration, { reason: 'FailedMigration', message }, now)];
}

function patched(object: KubernetesObject, status: JsonObject): readonly PlayedWrite[] {
  return [{ do: 'patch', resource: VirtualMachineInstance, object, patch: { status } }];
}

/** It stays where it is, and says so, once for each reason. */
function refusal(instance: KubernetesObject, message: string, now: number): readonly PlayedWrite[] {
  if (conditionOf(instance, refusedCondition)?.message === message) return [];
  const refused = { type: refusedCondition, status: 'True', reason: 'NoNodeToMigrateTo', message } as const;
  const conditions = [...withoutRefusal(instance), ...timedConditions([refused], instance, timestamp(now))];
  const warning = { reason: 'FailedMigration', message: `${message} (simulated)` };
  return [...patched(instance, { conditions }), warningEvent(instance, warning, now)];
}

function withoutRefusal(instance: KubernetesObject): readonly JsonObject[] {
  return objectsAt(instance, 'status', 'conditions').filter(({ type }) => type !== refusedCondition);
}
