import { applyMergePatch, isJsonObject, type JsonObject, objectAt } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { keeperOf } from '../../../../api/keeper-of.ts';
import type { Ask } from '../../../../console/answer-api.ts';
import { withClient } from '../../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';
import type { Io } from '../../../process/io.ts';
import { stepName } from '../../doctor/fix/print-fix.ts';
import { takingBack } from '../../doctor/fix/take-back.ts';
import { type UndoStep, undoingOf } from '../../doctor/fix/undo-file.ts';
import { answerWith } from '../looking/answer-with.ts';
import { fieldChanges } from './field-changes.ts';
import type { PlannedWrite } from './planned-write.ts';
import { answerProposal, type Proposal } from './proposal.ts';
import { wishOf } from './wish-of.ts';

/** Takes back what was written here, as `archipelago doctor undo` does, unless somebody has changed it since. */
export function undoAsk(options: ClusterOptions, io: Io): Ask {
  return {
    wants: '{"undo": what the answer to a write said, "write": the fingerprint that was shown}',
    fits: ({ undo }) => isJsonObject(undo),
    answer: answerWith(io, (body) => {
      const { steps } = undoingOf(body.undo, 'undo');
      return withClient(options, async (client) =>
        answerProposal(await proposalOf(client, steps), wishOf(body)),
      );
    }),
  };
}

async function proposalOf(client: KubernetesClient, steps: readonly UndoStep[]): Promise<Proposal> {
  const writes: PlannedWrite[] = [];
  const refused: string[] = [];
  // the last write first
  for (const step of steps.toReversed()) {
    const taking = await takingBack(client, step);
    switch (taking.kind) {
      case 'refused':
        refused.push(taking.why);
        break;
      case 'nothing':
        refused.push(`${stepName(step)} ${taking.why}`);
        break;
      case 'write':
        writes.push(plannedUndo(step, taking));
    }
  }
  return { writes, refused, effects: [] };
}

function plannedUndo(
  step: UndoStep,
  { now, run }: { readonly now: JsonObject; readonly run: PlannedWrite['run'] },
): PlannedWrite {
  const { undo } = step;
  return {
    verb: undo === undefined ? 'delete' : 'change',
    object: stepName(step),
    fields: undo === undefined ? [] : fieldChanges(now, objectAt(applyMergePatch(now, undo))),
    keptBy: keeperOf(now),
    run,
  };
}
