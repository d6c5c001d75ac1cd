import { type JsonObject, type KubernetesObject, textAt, textsAt } from '@archipelago/apimachinery';
import type { Ask } from '../../../../console/answer-api.ts';
import { names } from '../../../../layering/api/layering-names.ts';
import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import {
  chosenConfig,
  type LayeringCluster,
  withLayeringCluster,
} from '../../layering/cluster/layering-cluster.ts';
import { lookAtJobs } from '../../layering/logs/look-at-jobs.ts';
import { type RequestedBuild, requestBuild } from '../../layering/retry/request-build.ts';
import { writeRequest } from '../../layering/retry/write-request.ts';
import { answerWith } from '../looking/answer-with.ts';
import { forBrowsers } from '../looking/for-browsers.ts';
import type { PlannedWrite } from '../writes/planned-write.ts';
import { answerProposal, type Proposal } from '../writes/proposal.ts';
import { wishOf } from '../writes/wish-of.ts';

/**
 * Asks for a build as `archipelago layering retry` and `rebuild` do: it is shown what would follow, and asked for once that was seen, unless
 * something else would follow by now.
 */
export function askForBuild(options: LayeringClusterOptions, io: Io): Ask {
  return {
    wants:
      '{"config": the name of a MachineOSConfig, "request": "retry" or "rebuild", "architectures": a list, none: all, "write": the fingerprint that was shown}',
    fits: ({ config, request, architectures = [] }) =>
      typeof config === 'string' &&
      config !== '' &&
      (request === 'retry' || request === 'rebuild') &&
      Array.isArray(architectures) &&
      architectures.every((each) => typeof each === 'string'),
    answer: answerWith(io, (body) =>
      withLayeringCluster(options, async (cluster) =>
        answerProposal(await proposalOf(body, cluster, options), wishOf(body)),
      ),
    ),
  };
}

async function proposalOf(
  body: JsonObject,
  cluster: LayeringCluster,
  options: LayeringClusterOptions,
): Promise<Proposal> {
  if (options.snapshot !== undefined) throw new UsageError('a snapshot builds nothing');
  const config = chosenConfig(cluster, textAt(body, 'config'));
  const { view } = await lookAtJobs({ cluster, config, options });
  const wish = textAt(body, 'request') === 'retry' ? 'retry' : 'rebuild';
  const requested = requestBuild(wish, textsAt(body, 'architectures'), view, forBrowsers.layering);
  if (requested.kind === 'refused') return { writes: [], refused: [requested.because], effects: [] };
  return { writes: [plannedRequest(cluster, config, requested)], refused: [], effects: [requested.follows] };
}

function plannedRequest(
  cluster: LayeringCluster,
  config: KubernetesObject,
  requested: Extract<RequestedBuild, { readonly kind: 'asked' }>,
): PlannedWrite {
  const { name, resourceVersion, annotations = {} } = config.metadata;
  const annotation = names[requested.annotation];
  const change = { before: annotations[annotation], after: requested.value };
  return {
    verb: 'change',
    object: `MachineOSConfig ${name}`,
    fields: [{ field: `metadata.annotations['${annotation}']`, ...change }],
    // a request is for the operator, which takes it away again: it is in nobody's Git
    keptBy: undefined,
    run: (dryRun) => writeRequest(cluster, config, { ...requested, dryRun, resourceVersion }),
  };
}
