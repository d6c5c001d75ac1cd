import { systemClock } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import type { Ask } from '../../../../console/answer-api.ts';
import { ClusterView } from '../../../../doctor/cluster/cluster-view.ts';
import { type FixStep, planFixes, stepsOf } from '../../../../doctor/fixes/fix-plan.ts';
import { gatherFacts } from '../../../../operator/doctor/gather-facts.ts';
import { withClient } from '../../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';
import type { Io } from '../../../process/io.ts';
import { checkNamed } from '../../doctor/chosen-checks.ts';
import { findingsMeant, wholeReport } from '../../doctor/fix/findings-meant.ts';
import { writeStep } from '../../doctor/fix/fix-writer.ts';
import { stepName } from '../../doctor/fix/print-fix.ts';
import { undoDocument } from '../../doctor/fix/undo-file.ts';
import { answerWith } from '../looking/answer-with.ts';
import { fieldChanges } from './field-changes.ts';
import type { PlannedWrite } from './planned-write.ts';
import { answerProposal, type Proposal } from './proposal.ts';
import { textIn, wishOf } from './wish-of.ts';

/** What `archipelago doctor fix CODE` would do, and does once it was seen. */
export function fixAsk(options: ClusterOptions, io: Io): Ask {
  return {
    wants:
      '{"code": of a check, "object": NAME, NAMESPACE/NAME or KIND/NAME, "write": the fingerprint that was shown}',
    fits: ({ code }) => typeof code === 'string',
    answer: answerWith(io, (body) =>
      withClient(options, async (client) => {
        const meant = {
          code: checkNamed(textIn(body, 'code')).code,
          object: textIn(body, 'object') || undefined,
        };
        return answerProposal(await proposalOf(client, meant), wishOf(body));
      }),
    ),
  };
}

async function proposalOf(
  client: KubernetesClient,
  meant: Parameters<typeof findingsMeant>[1],
): Promise<Proposal> {
  const facts = await gatherFacts(client, systemClock.now());
  const plans = planFixes(findingsMeant(wholeReport(facts), meant), new ClusterView(facts));
  const steps = stepsOf(plans);
  return {
    writes: steps.map((step) => plannedWrite(client, step)),
    refused: plans.flatMap((plan) => ('refused' in plan ? [`${plan.finding.message}: ${plan.refused}`] : [])),
    effects: [...new Set(plans.flatMap((plan) => ('refused' in plan ? [] : [plan.effect])))],
    undo: undoDocument(meant.code, steps),
  };
}

/** A step as it is shown and made. */
export function plannedWrite(
  client: Pick<KubernetesClient, 'create' | 'patch'>,
  step: FixStep,
): PlannedWrite {
  const { before, after, keptBy } = step;
  return {
    verb: before === undefined ? 'create' : 'change',
    object: stepName(step),
    fields: fieldChanges(before ?? {}, after),
    keptBy,
    run: (dryRun) => writeStep(client, step, dryRun),
  };
}
