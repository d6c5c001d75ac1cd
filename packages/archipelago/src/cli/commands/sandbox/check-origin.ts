import type { Milestones } from '../../../simulation/milestones.ts';
import { UsageError } from '../../process/io.ts';
import type { SandboxPlan } from './sandbox-options.ts';

/** What a cluster was made as: in the order in which it is told. */
const asked: readonly {
  readonly flag: string;
  readonly of: (plan: SandboxPlan) => string | undefined;
}[] = [
  { flag: 'platform', of: ({ platform }) => platform },
  { flag: 'scenario', of: ({ scenario }) => scenario?.name },
  { flag: 'nodes', of: ({ nodes }) => nodes },
];

/** Refuses, as a UsageError, to go on with a cluster that was made as another one than is asked for. */
export function checkOrigin(milestones: Milestones, plan: SandboxPlan): void {
  if (milestones.get('platform') === undefined || plan.kept === undefined) return;
  for (const { flag, of } of asked) {
    const [wanted, had] = [of(plan), milestones.get(flag) ?? ''];
    if (wanted === undefined || wanted === had) continue;
    const made = had === '' ? `without --${flag}` : `with --${flag} ${had}`;
    throw new UsageError(
      `--${flag} ${wanted}: the cluster in ${plan.kept.folder} was made ${made}, which stays: ${had === '' ? `leave --${flag} out` : `say --${flag} ${had}`} to go on with it; --name makes another one beside it, --fresh a new one in its place`,
    );
  }
}

/** Notes what a new cluster is made as. */
export async function noteOrigin(milestones: Milestones, plan: SandboxPlan): Promise<void> {
  if (milestones.get('platform') !== undefined) return;
  const entries = asked.map(({ flag, of }) => [flag, of(plan)] as const);
  for (const [flag, value] of entries.toReversed())
    if (value !== undefined) await milestones.reach(flag, value);
}
