import {
  isJsonObject,
  type JsonObject,
  type KubernetesObject,
  listAt,
  textAt,
} from '@archipelago/apimachinery';
import type { Ask } from '../../../../console/answer-api.ts';
import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import { withValue } from '../../../input/set-field.ts';
import type { Io } from '../../../process/io.ts';
import { boundedWays } from '../../../registries/bounded-ways.ts';
import { chosenConfig, withLayeringCluster } from '../../layering/cluster/layering-cluster.ts';
import { forecastConfigs } from '../../layering/plan/forecast-configs.ts';
import { answerWith } from '../looking/answer-with.ts';

/**
 * Plans a MachineOSConfig with another Containerfile as `archipelago layering plan --set` does: what would be built and what used again.
 * Without one it tells the Containerfile that is stored. Nothing is written.
 */
export function planNodeImage(options: LayeringClusterOptions, io: Io): Ask {
  return {
    wants:
      '{"config": the name of a MachineOSConfig, "containerFile": its spec.containerFile as it would be; without it the stored one is told}',
    fits: ({ config, containerFile }) =>
      typeof config === 'string' &&
      config !== '' &&
      (containerFile === undefined || (Array.isArray(containerFile) && containerFile.every(isJsonObject))),
    answer: answerWith(io, async (body, heard) =>
      body.containerFile === undefined ? storedFile(body, options) : forecastOf(body, options, heard),
    ),
  };
}

function storedFile(body: JsonObject, options: LayeringClusterOptions): Promise<object> {
  return withLayeringCluster(options, async (cluster) => {
    const config: KubernetesObject = chosenConfig(cluster, textAt(body, 'config'));
    return { containerFile: listAt(config.spec, 'containerFile') };
  });
}

async function forecastOf(body: JsonObject, options: LayeringClusterOptions, io: Io): Promise<object> {
  const name = textAt(body, 'config');
  const containerFile = listAt(body, 'containerFile');
  const [forecast] = await forecastConfigs({
    ...{ name, options, io, file: undefined, ownLogins: false },
    edit: { source: name, of: (object) => withValue(object, ['spec', 'containerFile'], containerFile) },
    ways: await boundedWays(options, io),
  });
  return forecast === undefined ? {} : { forecast };
}
