import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { isArchitecture } from '../../../../api/architectures.ts';
import type { Ask } from '../../../../console/answer-api.ts';
import { isActive } from '../../../../layering/build-plan/observed-job.ts';
import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import {
  chosenConfig,
  type LayeringCluster,
  withLayeringCluster,
} from '../../layering/cluster/layering-cluster.ts';
import { type ChosenLog, chooseLogs } from '../../layering/logs/choose-logs.ts';
import { lookAtJobs } from '../../layering/logs/look-at-jobs.ts';
import { openLog } from '../../layering/logs/open-log.ts';
import { answerWith } from '../looking/answer-with.ts';
import { boundedText } from '../looking/bounded-text.ts';

const mostLines = 500;
const mostCharacters = 200_000;

/** The last lines of the log of a build: of an architecture, or of the assembly where none is named. */
export function readBuildLog(options: LayeringClusterOptions, io: Io): Ask {
  return {
    wants: '{"config": the name of a MachineOSConfig, "architecture": one of its; without it: the assembly}',
    fits: ({ config, architecture = '' }) =>
      typeof config === 'string' && config !== '' && typeof architecture === 'string',
    answer: answerWith(io, (body) =>
      withLayeringCluster(options, (cluster) => logOf(body, cluster, options)),
    ),
  };
}

async function logOf(
  body: JsonObject,
  cluster: LayeringCluster,
  options: LayeringClusterOptions,
): Promise<object> {
  const architecture = textAt(body, 'architecture') || undefined;
  if (architecture !== undefined && !isArchitecture(architecture))
    throw new UsageError(`${architecture.slice(0, 80)} is no architecture`);
  const config = chosenConfig(cluster, textAt(body, 'config'));
  const assembly = architecture === undefined;
  const wish = { architecture, assembly, job: undefined, previous: false };
  const chosen = chooseLogs(wish, await lookAtJobs({ cluster, config, options }));
  if (chosen.kind === 'none') return { state: 'none', message: chosen.because };
  const [log] = chosen.logs;
  return log === undefined ? { state: 'none', message: '' } : textOf(log, cluster);
}

/** What there is of it now; whoever follows it asks again. */
async function textOf(log: ChosenLog, { transport }: LayeringCluster): Promise<object> {
  const about = { job: log.name, isRunning: log.job !== undefined && isActive(log.job) };
  const opened = await openLog(log, { transport, follow: false, tail: mostLines });
  switch (opened.kind) {
    case 'open': {
      const { text, isCut } = await boundedText(opened.chunks, mostCharacters);
      return { ...about, state: 'there', text, isCut, isKept: opened.isKept };
    }
    case 'gone':
      return { ...about, state: 'none', message: 'its pod is gone, and the log with it' };
    default:
      return { ...about, state: opened.kind, message: opened.message };
  }
}
