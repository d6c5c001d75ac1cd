import type { KubernetesObject } from '@archipelago/apimachinery';
import type { Finding } from '../../api/finding.ts';
import { printFieldRefusal } from '../api/check-against-schema.ts';
import { machineConfigGroup } from '../api/layering-names.ts';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import { groupOf, parseMachineOsConfig } from '../api/parse-machine-os-config.ts';
import type { LayeringInput } from '../build-plan/layering-plan.ts';
import { readJobs } from '../build-plan/observed-job.ts';
import { PlanDraft } from '../build-plan/plan-draft.ts';
import { planFrom } from '../build-plan/plan-layering.ts';
import { poolStateOf } from '../build-plan/pool-state.ts';
import { Reading } from '../build-plan/reading.ts';
import type { RolloutNode } from '../build-plan/rollout.ts';
import type { ConditionView, ConfigState, ConfigView, FindingView } from './config-view.ts';
import { fixForReason } from './fix-for-reason.ts';
import { type LayeringWords, layeringCommands } from './layering-words.ts';
import { allBuilds, buildsOf, currentBuild, shownBuild } from './shown-build.ts';
import { viewBuild } from './view-build.ts';
import { viewNodes } from './view-nodes.ts';

/** What a config is looked at with; registries are not asked. */
interface ViewSurroundings extends Omit<LayeringInput, 'config' | 'answers'> {
  /** How what can be done is called; absent: by the commands of the terminal. */
  readonly words?: LayeringWords | undefined;
}

/** Everything there is to tell about a MachineOSConfig. */
export function viewConfig(object: KubernetesObject, around: ViewSurroundings): ConfigView {
  const parsed = parseMachineOsConfig(object);
  const { name } = object.metadata;
  if (parsed.ok) return viewParsed(parsed.config, around);
  return {
    name,
    group: groupOf(object.apiVersion) ?? machineConfigGroup,
    pool: undefined,
    nodeSelector: undefined,
    state: 'failed',
    image: undefined,
    build: undefined,
    architectures: [],
    conditions: [],
    findings: parsed.refusals.map((refusal) => ({
      level: 'error',
      reason: 'InvalidConfig',
      message: printFieldRefusal(refusal),
      fix: refusal.fix,
    })),
  };
}

function viewParsed(config: MachineOsConfig, around: ViewSurroundings): ConfigView {
  const { observed, words = layeringCommands } = around;
  const reading = new Reading({ ...around, config, answers: {} });
  const builds = buildsOf(config, observed);
  const { nodes, detection } = poolStateOf(reading, new PlanDraft(reading));
  const build = shownBuild(config, builds);
  const jobs = readJobs(observed.jobs, observed.pods);
  const view = {
    name: config.name,
    group: config.group,
    ...membersOf(config),
    image: imageOf(config),
    build: build === undefined ? undefined : viewBuild(build, { builds: allBuilds(observed.builds), jobs }),
    architectures: viewNodes({
      nodes,
      wanted: detection.architectures,
      current: currentBuild(config, builds),
      builds,
    }),
    conditions: conditionsOf(config, words),
    findings: [...lagOf(config), ...findingsOf(planFrom(reading).findings, config.name, words)],
  };
  const { name, group, ...rest } = view;
  return { name, group, state: stateOf(view), ...rest };
}

function membersOf({ members }: MachineOsConfig) {
  return members.kind === 'pool'
    ? { pool: members.name, nodeSelector: undefined }
    : { pool: undefined, nodeSelector: members.labels };
}

function imageOf({ status }: MachineOsConfig): ConfigView['image'] {
  const { currentImagePullSpec: pullSpec, machineOSBuild: build, multiArch = false, children = {} } = status;
  if (pullSpec === undefined || build === undefined) return undefined;
  const digest = pullSpec.slice(pullSpec.indexOf('@') + 1);
  return { pullSpec, digest, build: build.name, multiArch, children };
}

/** Conditions that are good when they are True; the others are when they are False. */
const wanted: ReadonlySet<string> = new Set([
  'ArchitecturesDetected',
  'Resolved',
  'ImageReady',
  'NodesUpdated',
]);

function conditionsOf({ name, status }: MachineOsConfig, words: LayeringWords): readonly ConditionView[] {
  return (status.conditions ?? []).flatMap(({ type, status: is, reason, message }) => {
    if (is === (wanted.has(type) ? 'True' : 'False')) return [];
    return [{ type, status: is, reason, message, fix: fixForReason(reason, name, words) }];
  });
}

export function findingsOf(
  findings: readonly Finding[],
  config: string,
  words = layeringCommands,
): readonly FindingView[] {
  return findings.map(({ level, reason, message }) => ({
    level,
    reason,
    message,
    fix: fixForReason(reason, config, words),
  }));
}

const notObserved = 'NotObserved';

/** What the status says is of an older config. */
function lagOf({ generation, status }: MachineOsConfig): readonly FindingView[] {
  if ((status.observedGeneration ?? 0) >= generation) return [];
  return [
    {
      level: 'warning',
      reason: notObserved,
      message: `the operator has not looked at generation ${generation} of the config yet`,
      fix: 'wait; see that the operator runs, and with layering',
    },
  ];
}

function stateOf(view: Omit<ConfigView, 'state'>): ConfigState {
  if (isWrong(view)) return 'failed';
  const { architectures, conditions } = view;
  const has = (state: RolloutNode['state']) => architectures.some(({ counts }) => counts[state] > 0);
  if (has('NoImageForArchitecture') || conditions.some(({ type }) => type === 'Blocked')) return 'held';
  if (isUnfinished(view)) return 'building';
  return has('Updating') || has('Outdated') || has('Unknown') ? 'rolling' : 'fine';
}

function isWrong({ findings, conditions, architectures, build }: Omit<ConfigView, 'state'>): boolean {
  return (
    findings.some(({ level }) => level === 'error') ||
    conditions.some(({ type }) => type === 'Degraded') ||
    architectures.some(({ counts }) => counts.Failed > 0) ||
    build?.phase === 'Failed' ||
    build?.phase === 'Interrupted'
  );
}

function isUnfinished({ findings, conditions, build, image }: Omit<ConfigView, 'state'>): boolean {
  const isLagging = findings.some(({ reason }) => reason === notObserved);
  return (
    image === undefined ||
    isLagging ||
    conditions.some(({ type }) => type !== 'NodesUpdated') ||
    build?.phase !== 'Succeeded'
  );
}
