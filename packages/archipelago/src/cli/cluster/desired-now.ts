import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import type { Inputs } from '../../cluster-facts/inputs.ts';
import { configurationOf, configure } from '../../config/configure.ts';
import { type Desired, desire } from '../../config/desire.ts';
import { readableConfiguration } from '../../config/readable-configuration.ts';
import { memoryOf } from '../../operator/gather-inputs.ts';
import { ownerOf } from '../../operator/hyper-converged.ts';
import { UsageError } from '../process/io.ts';
import type { LiveCluster } from './live-cluster.ts';

/** The HyperConverged of a cluster; none is a mistake of use. */
export function storedIn({ hyperConverged, namespace, inUse }: LiveCluster): JsonObject {
  if (hyperConverged !== undefined) return hyperConverged;
  throw new UsageError(({ chooseNamespace }) => {
    const fix =
      inUse.length === 0
        ? `create one, or ${chooseNamespace()}`
        : `there is one in ${inUse.join(' and ')}: ${chooseNamespace('it')}`;
    return `there is no HyperConverged in ${namespace}; ${fix}`;
  });
}

/** What a HyperConverged comes to, as the operator sees it; its status remembers what the operator remembers. */
export function desiredOf(object: JsonObject, inputs: Inputs): Desired {
  const memory = memoryOf(objectAt(object, 'status'), inputs.memory.dataImportSchedule);
  const configured = configure(readableConfiguration(configurationOf(object)).configuration, {
    ...inputs,
    memory,
  });
  return desire(configured, ownerOf(object, inputs.deployment.operatorNamespace));
}
