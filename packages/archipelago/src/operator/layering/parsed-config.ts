import type { KubernetesObject } from '@archipelago/apimachinery';
import { parseMachineOsConfig } from '../../layering/api/parse-machine-os-config.ts';

type Parsed = ReturnType<typeof parseMachineOsConfig>;

const known = new WeakMap<KubernetesObject, Parsed>();

/** A config as planners read it; the same for as long as the config is. */
export function parsedConfig(config: KubernetesObject): Parsed {
  const parsed = known.get(config) ?? parseMachineOsConfig(config);
  known.set(config, parsed);
  return parsed;
}
