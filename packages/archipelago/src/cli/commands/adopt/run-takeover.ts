import { textAt } from '@archipelago/apimachinery';
import { shellWord } from '../../../doctor/model/shell-word.ts';
import { liveOf } from '../../../reconcile/takeover/live-of.ts';
import { planTakeover, type TakeoverPlan } from '../../../reconcile/takeover/plan-takeover.ts';
import type { TakeoverFacts } from '../../../reconcile/takeover/takeover-facts.ts';
import { takeoverState, whatStays } from '../../../reconcile/takeover/takeover-state.ts';
import { type WayBack, withSteps } from '../../../reconcile/takeover/way-back.ts';
import { findLeftBehind } from '../../cluster/find-left-behind.ts';
import { type Io, UsageError } from '../../process/io.ts';
import type { Adopting } from './adopting.ts';
import type { AdoptionReport } from './adoption-report.ts';
import { answerTo } from './answer-to.ts';
import { carryOut } from './carry-out.ts';
import { gatherTakeover, gatherWhole } from './gather-takeover.ts';
import { keysOf, operandsOn, plannedOn } from './operands-on.ts';
import { trySteps } from './try-steps.ts';
import { awaitLeader, verifyTakeover } from './verify-takeover.ts';
import { parseWayBack, writeWayBack } from './way-back-file.ts';

/** Takes over, or shows what that would do. */
export async function runTakeover(adopting: Adopting): Promise<number> {
  const facts = await gatherTakeover(adopting);
  const report = await reportOf(adopting, facts);
  const answer = answerTo(report, adopting);
  if (answer !== undefined) return answer;
  const problem = await takeOver(adopting, facts, report);
  if (problem === undefined) return 0;
  adopting.io.err(`archipelago: ${problem}\n`);
  return 1;
}

async function reportOf(adopting: Adopting, facts: TakeoverFacts): Promise<AdoptionReport> {
  const { cluster, options, io } = adopting;
  const { steps, refusals }: TakeoverPlan = planTakeover(facts);
  const isAsked = options.snapshot === undefined && refusals.length === 0;
  const tried = isAsked ? await trySteps(cluster.client, steps) : [];
  const { hyperConverged } = cluster;
  const isOther = facts.deployments.length > 0 || facts.webhooks.length > 0;
  const ours = hyperConverged === undefined ? new Set<string>() : keysOf(cluster, hyperConverged);
  const left = isOther ? await findLeftBehind(cluster.client, ours, io) : [];
  const removed = new Set(
    steps.filter(({ write }) => write.verb === 'delete').map(({ kind, name }) => `${kind}/${name}`),
  );
  const state = takeoverState(facts);
  return {
    state,
    refusals: [...refusals, ...tried],
    steps,
    ...(hyperConverged === undefined ? {} : { operands: plannedOn(cluster, hyperConverged) }),
    stays: whatStays(state),
    leftBehind: left.filter(({ object }) => !removed.has(object)),
  };
}

/** Undefined: done; else what is not, and what to do. */
async function takeOver(
  adopting: Adopting,
  facts: TakeoverFacts,
  report: AdoptionReport,
): Promise<string | undefined> {
  const { cluster, io, clock, timeoutMs } = adopting;
  const { hyperConverged = {} } = cluster;
  const endsAt = clock.monotonic() + timeoutMs;
  const absent = await awaitLeader(adopting, endsAt);
  if (absent !== undefined) return `${absent}; nothing was written`;
  const operands = await operandsOn(cluster, hyperConverged);
  const file = fileOf(adopting);
  let wayBack = await wayBackSoFar(file, facts, io);
  const problem = await carryOut({
    ...{ client: cluster.client, io, clock, endsAt },
    steps: async () => planTakeover(await gatherWhole(adopting)).steps,
    before: async (steps) => {
      wayBack = withSteps(wayBack, steps);
      await writeWayBack(file, wayBack);
    },
  });
  const back = `archipelago adopt --back ${shellWord(file)} --yes`;
  if (problem !== undefined) return `${problem}; go on with the same command, or go back: ${back}`;
  if (facts.hyperConverged === undefined) {
    io.out(`Archipelago leads, and there is no HyperConverged yet.\nto go back: ${back}\n`);
    return undefined;
  }
  io.err('waiting until Archipelago has reconciled\n');
  const before = { hyperConverged, operands, planned: report.operands ?? [] };
  const wrong = await verifyTakeover(adopting, before, clock.monotonic() + timeoutMs);
  if (wrong !== undefined) return `${wrong}; to go back: ${back}`;
  io.out(`Archipelago has taken over, and no operand changed but as planned.\nto go back: ${back}\n`);
  return undefined;
}

function fileOf({ options, cluster }: Adopting): string {
  return options.undoFile ?? `adopt-undo-${cluster.namespace}.json`;
}

/** What an earlier run has written, where it was interrupted; without what is gone since, which would only be in the way. */
async function wayBackSoFar(file: string, facts: TakeoverFacts, io: Io): Promise<WayBack> {
  const { namespace, hyperConverged } = facts;
  const uid = textAt(hyperConverged, 'metadata', 'uid');
  const text = await io.find?.(file);
  if (text === undefined) return { namespace, uid, objects: [] };
  const found = parseWayBack(text, file);
  const objects = found.objects.filter((each) => 'object' in each || liveOf(each, facts) !== undefined);
  if ((found.uid === uid || found.uid === '') && found.namespace === namespace) return { ...found, objects };
  throw new UsageError(`${file}: is the way back of another cluster; name another file with --undo-file`);
}
