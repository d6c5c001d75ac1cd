import { isJsonObject, type JsonObject, type KubernetesObject } from '@archipelago/apimachinery';
import type { MachineOsConfig } from '../../../../layering/api/machine-os-config.ts';
import { parseMachineOsConfig } from '../../../../layering/api/parse-machine-os-config.ts';
import { UsageError } from '../../../process/io.ts';
import { chosenConfigs } from '../cluster/layering-cluster.ts';
import { changedConfig } from './changed-config.ts';

/** Which configs are to be planned for, and how they are to be. */
interface PlanWish {
  readonly name: string | undefined;
  /** Content of `filename`; undefined: the stored configs. */
  readonly file: JsonObject | undefined;
  readonly filename: string | undefined;
  readonly edit: ConfigEdit | undefined;
}

/** How one stored config is to be otherwise. */
export interface ConfigEdit {
  /** What says so, for messages: `--set`. */
  readonly source: string;
  readonly of: (object: JsonObject) => JsonObject;
}

interface PlannedConfig {
  /** As it would be. */
  readonly config: MachineOsConfig;
  /** As it is; undefined: there is none, or none that can be read. */
  readonly stored: MachineOsConfig | undefined;
}

/** What is planned for; a wish that fits nothing is a mistake of use. */
export function plannedConfigs(
  wish: PlanWish,
  configs: readonly KubernetesObject[],
): readonly PlannedConfig[] {
  const { file, filename = '', edit } = wish;
  if (file !== undefined) {
    const stored = storedOf(file, configs, wish);
    return [planned(stored, { file, edit: edit?.of, source: filename })];
  }
  const chosen = chosenConfigs({ configs }, wish.name === undefined ? [] : [wish.name]);
  if (edit !== undefined && chosen.length !== 1)
    throw new UsageError(`${edit.source}: is for one MachineOSConfig, there are ${chosen.length}; name it`);
  return chosen.map((stored) =>
    planned(stored, { file, edit: edit?.of, source: edit?.source ?? stored.metadata.name }),
  );
}

function planned(
  stored: KubernetesObject | undefined,
  change: Parameters<typeof changedConfig>[1],
): PlannedConfig {
  const parsed = stored === undefined ? undefined : parseMachineOsConfig(stored);
  return {
    config: changedConfig(stored, change),
    stored: parsed?.ok === true ? parsed.config : undefined,
  };
}

/** The config that the file's is to take the place of. */
function storedOf(
  { apiVersion, metadata }: JsonObject,
  configs: readonly KubernetesObject[],
  { name, filename = '' }: PlanWish,
): KubernetesObject | undefined {
  const own = isJsonObject(metadata) ? metadata.name : undefined;
  if (typeof own !== 'string')
    throw new UsageError(`${filename}: metadata.name: is missing; write the config's name`);
  if (name !== undefined && name !== own && !name.endsWith(`/${own}`))
    throw new UsageError(`${name.slice(0, 80)}: ${filename} has the config ${own}; leave one of them out`);
  return configs.find((each) => each.metadata.name === own && each.apiVersion === apiVersion);
}
