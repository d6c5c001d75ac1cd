import { isJsonObject, type JsonObject, type JsonValue, listAt } from '@archipelago/apimachinery';
import type { Desired } from '../config/desire.ts';
import { operands } from '../config/operands.ts';
import { readPatchAnnotation } from '../config/patch-annotations.ts';
import { goldenImagesOf } from '../golden-images/golden-images-of.ts';
import type { ToldAlert } from '../observability/alerts/told-alert.ts';
import { type Accepted, keptStatus } from './accepted-configuration.ts';
import { alertSpeaker, alertStatus } from './alerts-in-status.ts';
import type { ConditionDraft } from './condition-drafts.ts';
import { aggregateConditions, initialConditions, isReady, type OperandReport } from './conditions.ts';
import type { Failure } from './failure.ts';
import { mergePatchBetween } from './merge-patch-between.ts';
import { type Speaker, systemHealth, timedConditions } from './stored-conditions.ts';
import { versionsInStatus } from './versions-in-status.ts';
import { type ImportTroubles, withImportTrouble } from './with-import-trouble.ts';

/** What the status is about. */
interface StatusInput {
  readonly desired: Desired;
  /** Operands that report, in the order in which they are handled. */
  readonly reports: readonly OperandReport[];
  readonly failures: readonly Failure[];
  /** Golden images that are not imported; absent: nobody looks. */
  readonly imports?: ImportTroubles;
  /** What the doctor says; absent: nothing yet, and what it said before stays. */
  readonly doctor?: readonly ConditionDraft[] | undefined;
  /** Alerts that fire; absent: nobody has looked yet, and what was said before stays. */
  readonly alerts?: readonly ToldAlert[] | undefined;
  /** Live operands, for `relatedObjects`. */
  readonly related: readonly JsonObject[];
  readonly generation: JsonValue | undefined;
  /** The configuration to keep as the one that was accepted last; absent: the one that is kept stays. */
  readonly accepted?: Accepted | undefined;
  /** The status as it is stored. */
  readonly previous: JsonObject;
  /** RFC 3339, in seconds. */
  readonly now: string;
}

/** How many operations each jsonpatch annotation comes to; 0 where it is absent or refused. */
export function patchOperations(
  annotations: Readonly<Record<string, string>>,
): Readonly<Record<string, number>> {
  const keys = operands.flatMap(({ patchAnnotation }) => patchAnnotation ?? []);
  return Object.fromEntries(
    keys.map((key) => {
      const text = annotations[key];
      return [key, text === undefined ? 0 : readPatchAnnotation(key, text).operations.length];
    }),
  );
}

/** The whole status of the HyperConverged; members that are undefined are to be removed. */
export function statusOf(input: StatusInput): JsonObject {
  const { desired, previous } = input;
  const { facts, deployment, memory } = desired;
  const upgrading = isUpgrading(previous, deployment.version);
  // operands follow a new version under the configuration in force, too
  const ready = input.failures.every(leavesNothing) && input.reports.every(isReady);
  const conditions = aggregateConditions({
    reports: input.reports,
    failures: input.failures,
    tainted: Object.values(patchOperations(desired.configuration.annotations)).some((count) => count > 0),
    upgrading: upgrading && !ready,
  });
  return {
    ...(input.alerts === undefined ? {} : { alerts: unlessEmpty(alertStatus(input.alerts)) }),
    conditions: timed(conditions, input),
    dataImportCronTemplates: unlessEmpty(
      fitting(
        goldenImagesOf(desired).map(({ name, status }) =>
          withImportTrouble(status, input.imports?.get(name)),
        ),
      ),
    ),
    dataImportSchedule: memory.dataImportSchedule === '' ? undefined : memory.dataImportSchedule,
    infrastructureHighlyAvailable: facts.infrastructureHighlyAvailable,
    ...(input.accepted === undefined ? {} : { lastAccepted: lastAccepted(input.accepted) }),
    nodeInfo: {
      controlPlaneArchitectures: unlessEmpty(facts.controlPlaneArchitectures),
      workloadsArchitectures: unlessEmpty(facts.workloadArchitectures),
    },
    observedGeneration: input.generation,
    relatedObjects: input.related.map(reference),
    systemHealthStatus: systemHealth(conditions, upgrading && !ready),
    versions: versionsInStatus(previous, deployment.version, { upgrading, ready }),
  };
}

/** Whether operands are cared for in spite of it. */
function leavesNothing(failure: Failure): boolean {
  if (failure.kind === 'uninstalling') return failure.isHeld;
  return failure.kind === 'refused' && failure.leaves === 'nothing';
}

/** With every member, so that what an older one had goes. */
function lastAccepted(accepted: Accepted): JsonObject {
  const { annotations, generation, omittedLength, spec } = keptStatus(accepted);
  return { annotations, generation, omittedLength, spec };
}

/** An object of more than 1.5 MiB is not stored, and the spec has its templates, too: half a MiB, in characters. */
const mostTemplates = 512 * 1024;

/** The first ones that have room in the status. */
function fitting(templates: readonly JsonObject[]): readonly JsonObject[] {
  let room = mostTemplates;
  return templates.filter((template) => {
    room -= room <= 0 ? 0 : JSON.stringify(template).length;
    return room > 0;
  });
}

/** The status before the first look at the operands. */
export function initialStatus(input: Pick<StatusInput, 'previous' | 'now'> & InitialFacts): JsonObject {
  return {
    conditions: timed(initialConditions, input),
    systemHealthStatus: systemHealth(initialConditions, false),
    dataImportSchedule: input.dataImportSchedule,
    versions: [{ name: 'operator', version: input.version }],
  };
}

/** The status while not even the facts may be read: nothing is known, and a configuration that was tainted still is. */
export function blockedStatus(input: Pick<StatusInput, 'previous' | 'now' | 'failures'>): JsonObject {
  const drafts = draftsWithout(input, []);
  const whole = drafts.find(({ type }) => type === 'ReconcileComplete');
  const conditions = drafts.map((draft) =>
    draft.type === 'Progressing' && whole !== undefined
      ? { ...draft, status: 'Unknown' as const, reason: whole.reason, message: whole.message }
      : draft,
  );
  return healthOf(conditions, input);
}

/** The status while nothing is carried out: how operands are, and why nothing is; what else it says stays. */
export function withheldStatus(
  input: Pick<StatusInput, 'previous' | 'now' | 'failures' | 'reports'>,
): JsonObject {
  return healthOf(draftsWithout(input, input.reports), input);
}

/** Conditions where nobody looks at the configuration. */
function draftsWithout(
  { previous, failures }: Pick<StatusInput, 'previous' | 'failures'>,
  reports: readonly OperandReport[],
): readonly ConditionDraft[] {
  const before: readonly JsonValue[] = Array.isArray(previous.conditions) ? previous.conditions : [];
  const tainted = before.some(
    (each) => isJsonObject(each) && each.type === 'TaintedConfiguration' && each.status === 'True',
  );
  return aggregateConditions({ reports, failures, tainted, upgrading: false });
}

function healthOf(
  conditions: readonly ConditionDraft[],
  times: Pick<StatusInput, 'previous' | 'now'>,
): JsonObject {
  return { conditions: timed(conditions, times), systemHealthStatus: systemHealth(conditions, false) };
}

interface InitialFacts {
  readonly dataImportSchedule: string;
  readonly version: string;
}

function timed(
  drafts: readonly ConditionDraft[],
  input: Pick<StatusInput, 'previous' | 'now' | 'doctor' | 'alerts'>,
): readonly JsonObject[] {
  const conditions = listAt(input.previous, 'conditions');
  return timedConditions(drafts, conditions, input.now, speakersOf(input, conditions));
}

function speakersOf(
  { doctor, alerts }: Pick<StatusInput, 'doctor' | 'alerts'>,
  conditions: readonly JsonValue[],
): readonly Speaker[] {
  return [
    ...(doctor === undefined ? [] : [{ drafts: doctor, owns: (type: string) => type.startsWith('Doctor') }]),
    ...(alerts === undefined ? [] : [alertSpeaker(alerts, conditions)]),
  ];
}

/** True while the stored status names another version of the operator than ours. */
export function isUpgrading(previous: JsonObject, version: string): boolean {
  const list: readonly JsonValue[] = Array.isArray(previous.versions) ? previous.versions : [];
  const ours = list.find((entry) => isJsonObject(entry) && entry.name === 'operator');
  return isJsonObject(ours) && ours.version !== version;
}

/** Without resourceVersion, which moves with every heartbeat of an operand. */
function reference({ apiVersion, kind, metadata }: JsonObject): JsonObject {
  const { name, namespace, uid } = isJsonObject(metadata) ? metadata : {};
  return { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }), uid };
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** The merge patch from the stored status to the wanted one; members of the stored one that we do not write stay. */
export function statusPatch(previous: JsonObject, wanted: JsonObject): JsonObject | undefined {
  const ours = Object.entries(previous).filter(([name]) => Object.hasOwn(wanted, name));
  return mergePatchBetween(Object.fromEntries(ours), wanted);
}
