import { type JsonObject, textAt, textsAt } from '@archipelago/apimachinery';
import type { Ask } from '../../../../console/answer-api.ts';
import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import {
  chosenConfig,
  type LayeringCluster,
  withLayeringCluster,
} from '../../layering/cluster/layering-cluster.ts';
import { lookAtJobs } from '../../layering/logs/look-at-jobs.ts';
import { requestBuild } from '../../layering/retry/request-build.ts';
import { writeRequest } from '../../layering/retry/write-request.ts';
import { answerWith } from '../looking/answer-with.ts';

/**
 * Asks for a build as `archipelago layering retry` and `rebuild` do. Without `agreed` it says what would follow, and has the cluster try the
 * write in a dry run; with it, the very text that was said, the build is asked for, unless something else would follow by now.
 */
export function askForBuild(options: LayeringClusterOptions, io: Io): Ask {
  return {
    wants:
      '{"config": the name of a MachineOSConfig, "request": "retry" or "rebuild", "architectures": a list, none: all, "agreed": what was said would follow}',
    fits: ({ config, request, architectures = [], agreed = '' }) =>
      typeof config === 'string' &&
      config !== '' &&
      (request === 'retry' || request === 'rebuild') &&
      Array.isArray(architectures) &&
      architectures.every((each) => typeof each === 'string') &&
      typeof agreed === 'string',
    answer: answerWith(io, (body) =>
      withLayeringCluster(options, (cluster) => request(body, cluster, options)),
    ),
  };
}

async function request(
  body: JsonObject,
  cluster: LayeringCluster,
  options: LayeringClusterOptions,
): Promise<object> {
  if (options.snapshot !== undefined) throw new UsageError('a snapshot builds nothing');
  const config = chosenConfig(cluster, textAt(body, 'config'));
  const { view } = await lookAtJobs({ cluster, config, options });
  const wish = textAt(body, 'request') === 'retry' ? 'retry' : 'rebuild';
  const requested = requestBuild(wish, textsAt(body, 'architectures'), view);
  if (requested.kind === 'refused') return { state: 'refused', message: requested.because };
  const { says, builds, reuses } = requested;
  const agreed = textAt(body, 'agreed');
  if (agreed !== '' && agreed !== says) return { state: 'changed', message: says, builds, reuses };
  const written = await writeRequest(cluster, config, { ...requested, dryRun: agreed === '' });
  if (!written.ok)
    return { state: written.status.code === 403 ? 'mayNot' : 'refused', message: written.status.message };
  return { state: agreed === '' ? 'planned' : 'asked', message: says, builds, reuses };
}
