import type { JsonObject } from '@archipelago/apimachinery';
import type { ClusterFacts } from '../../../cluster-facts/cluster-facts.ts';
import { answersInStatus } from '../../../golden-images/answers-in-status.ts';
import { combinedAnswers } from '../../../golden-images/combined-answers.ts';
import { plannedImages } from '../../../golden-images/forecast/planned-images.ts';
import { goldenImagesOf } from '../../../golden-images/golden-images-of.ts';
import { ownerOf } from '../../../operator/hyper-converged.ts';
import { plannedFields } from '../../../reconcile/forecast/planned-fields.ts';
import { plannedOperands } from '../../../reconcile/forecast/planned-operands.ts';
import { insecureOf, virtualMachines } from '../../cluster/boot-sources-of.ts';
import { desiredOf } from '../../cluster/desired-now.ts';
import type { OpenCluster } from '../../cluster/open-cluster.ts';
import { askRegistries } from '../../registries/ask-registries.ts';
import type { RegistryWays } from '../../registries/registry-ways.ts';
import type { PlanReport } from './print-plan.ts';

/** What the operator would do for a HyperConverged that admission has let through. Which images there are follows from the configuration; what registries say of them, as the operator would ask, goes into it. `facts`: the cluster as it would be then. */
export async function forecast(
  object: JsonObject,
  cluster: OpenCluster,
  ways: RegistryWays,
  facts: ClusterFacts = cluster.inputs.facts,
): Promise<Pick<PlanReport, 'fields' | 'operands' | 'goldenImages'>> {
  const { hyperConverged: stored, inputs, operands } = cluster;
  const first = desiredOf(object, { ...inputs, facts });
  const former = stored === undefined ? undefined : desiredOf(stored, inputs);
  const asked = await askRegistries({
    access: cluster.access,
    platform: inputs.facts.platform,
    images: [first, ...(former === undefined ? [] : [former])].flatMap(goldenImagesOf),
    ways,
    insecure: insecureOf(first),
  });
  const remembered = [former, first].flatMap((each) =>
    each === undefined ? [] : [...(answersInStatus(each) ?? [])],
  );
  const answers = combinedAnswers(asked.answers, new Map(remembered));
  const before = stored === undefined ? undefined : desiredOf(stored, { ...inputs, answers });
  const after = desiredOf(object, { ...inputs, facts, answers });
  const owner = ownerOf(object, inputs.deployment.operatorNamespace);
  const machines = await virtualMachines(cluster);
  return {
    fields: plannedFields(stored, object),
    operands: plannedOperands({ before, after, owner, seen: operands }),
    goldenImages: plannedImages({ before, after, unanswered: asked.unanswered, machines }),
  };
}
