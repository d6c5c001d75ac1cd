import { planReturn } from '../../../reconcile/takeover/plan-return.ts';
import type { TakeoverFacts } from '../../../reconcile/takeover/takeover-facts.ts';
import { takeoverState } from '../../../reconcile/takeover/takeover-state.ts';
import type { WayBack } from '../../../reconcile/takeover/way-back.ts';
import type { Adopting } from './adopting.ts';
import type { AdoptionReport } from './adoption-report.ts';
import { answerTo } from './answer-to.ts';
import { carryOut } from './carry-out.ts';
import { gatherTakeover, gatherWhole } from './gather-takeover.ts';
import { trySteps } from './try-steps.ts';
import { parseWayBack } from './way-back-file.ts';

/** Gives a cluster back as a file says that it was, or shows what that would do. */
export async function runReturn(adopting: Adopting, file: string): Promise<number> {
  const { cluster, io, clock, timeoutMs } = adopting;
  const wayBack = parseWayBack(await io.read(file), file);
  const answer = answerTo(await reportOf(adopting, wayBack), adopting);
  if (answer !== undefined) return answer;
  const problem = await carryOut({
    ...{ client: cluster.client, io, clock, endsAt: clock.monotonic() + timeoutMs },
    steps: async () => planReturn(wayBack, await gatherWhole(adopting)).steps,
    before: async () => undefined,
  });
  if (problem !== undefined) {
    io.err(`archipelago: ${problem}; go on with the same command\n`);
    return 1;
  }
  io.out(
    'The HyperConverged Cluster Operator looks after the cluster again.\nto come back: apply what archipelago manifests prints, then archipelago adopt --yes\n',
  );
  return 0;
}

async function reportOf(adopting: Adopting, wayBack: WayBack): Promise<AdoptionReport> {
  const { cluster, options } = adopting;
  const facts = await gatherTakeover(adopting);
  const { steps, refusals } = planReturn(wayBack, facts);
  const isAsked = options.snapshot === undefined && refusals.length === 0;
  const tried = isAsked ? await trySteps(cluster.client, steps) : [];
  return {
    state: takeoverState(facts),
    refusals: [...refusals, ...tried],
    steps,
    stays: staysOf(facts),
    leftBehind: [],
  };
}

function staysOf({ own }: TakeoverFacts): readonly string[] {
  const elsewhere =
    own.deployment === undefined && own.leader !== undefined && own.leader !== ''
      ? [
          `Archipelago runs outside of the cluster (${own.leader}): it writes nothing while the other operator runs; end it`,
        ]
      : [];
  return [
    'HyperConverged and operands; virtual machines run on',
    'definition, account, roles and policies of Archipelago, which need no operator',
    ...elsewhere,
  ];
}
