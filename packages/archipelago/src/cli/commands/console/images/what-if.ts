import { type JsonObject, objectAt, textAt, valueAt } from '@archipelago/apimachinery';
import { isArchitecture } from '../../../../api/architectures.ts';
import type { ClusterFacts } from '../../../../cluster-facts/cluster-facts.ts';
import { factsIf, type NodeChange } from '../../../../cluster-facts/facts-if.ts';
import { workloadNodesOf } from '../../../../config/derive-facts.ts';
import type { Desired } from '../../../../config/desire.ts';
import type { Ask } from '../../../../console/answer-api.ts';
import { desiredOf } from '../../../cluster/desired-now.ts';
import { type OpenCluster, withOpenCluster } from '../../../cluster/open-cluster.ts';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import { boundedWays } from '../../../registries/bounded-ways.ts';
import { forecast } from '../../plan/forecast.ts';
import { answerWith } from '../looking/answer-with.ts';

/** What the operator would do if nodes of an architecture came or went, as `archipelago plan -o json` tells it. Nothing is stored. */
export function whatIf(options: ClusterOptions, io: Io): Ask {
  return {
    wants: '{"what": "joins" or "leaves", "architecture": "arm64"}',
    fits: (body) => changeIn(body) !== undefined,
    answer: answerWith(io, (body, heard) =>
      withOpenCluster(options, heard, async (cluster) =>
        planIf(changeIn(body), cluster, { options, io: heard }),
      ),
    ),
  };
}

function changeIn(body: JsonObject): NodeChange | undefined {
  const what = (['joins', 'leaves'] as const).find((each) => each === body.what);
  const architecture = textAt(body, 'architecture');
  return what === undefined || !isArchitecture(architecture) ? undefined : { what, architecture };
}

interface Asking {
  readonly options: ClusterOptions;
  readonly io: Io;
}

async function planIf(
  change: NodeChange | undefined,
  cluster: OpenCluster,
  { options, io }: Asking,
): Promise<object> {
  const { hyperConverged: stored, inputs } = cluster;
  if (stored === undefined || change === undefined)
    throw new UsageError(`there is no HyperConverged in ${inputs.deployment.operatorNamespace}`);
  const before = desiredOf(stored, inputs);
  const facts = factsOf(before, inputs.facts, change);
  const after = desiredOf(stored, { ...inputs, facts });
  const { workloadArchitectures } = after.facts;
  if (change.what === 'joins' && !workloadArchitectures.includes(change.architecture))
    io.err(`note: spec.workloads.nodePlacement keeps workloads off nodes of ${change.architecture}\n`);
  return { plan: await forecast(stored, cluster, await boundedWays(options, io), facts) };
}

/** The node that joins is like one that workloads may run on. */
function factsOf({ configuration }: Desired, facts: ClusterFacts, change: NodeChange): ClusterFacts {
  const placement = valueAt(objectAt(configuration.spec), 'workloads', 'nodePlacement');
  const [name] = workloadNodesOf(facts.nodes, placement);
  return factsIf(
    facts,
    change,
    facts.nodes.find((node) => node.name === name),
  );
}
