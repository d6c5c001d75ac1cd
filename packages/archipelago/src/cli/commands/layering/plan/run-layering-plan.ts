import type { JsonObject } from '@archipelago/apimachinery';
import type { ForecastView } from '../../../../layering/forecast/forecast-view.ts';
import { type AnswerFlags, answered } from '../../../answers/answered.ts';
import type { RegistryFlags } from '../../../flags/registry-flags.ts';
import type { Io } from '../../../process/io.ts';
import { registryWays } from '../../../registries/registry-ways.ts';
import { resourceNameOf } from '../cluster/resource-name-of.ts';
import { type ForecastOptions, forecastConfigs } from './forecast-configs.ts';
import { printForecasts } from './print-forecast.ts';
import { readManifest } from './read-manifest.ts';
import { setConfigField } from './set-config-field.ts';

export interface LayeringPlanOptions extends ForecastOptions, RegistryFlags, Pick<AnswerFlags, 'output'> {
  /** `path=value`, in the order written. */
  readonly set?: readonly string[];
}

/** Prints what would be built and used again, and why; 0 where the images that are wanted are there, else 1. */
export async function runLayeringPlan(
  name: string | undefined,
  options: LayeringPlanOptions,
  io: Io,
): Promise<number> {
  const file = options.filename === undefined ? undefined : await readManifest(options.filename, io);
  const { set = [], authfile } = options;
  const edit =
    set.length === 0
      ? undefined
      : { source: '--set', of: (object: JsonObject) => set.reduce(setConfigField, object) };
  return answered({ output: options.output }, io, async () => {
    const ways = await registryWays(options, io);
    const ownLogins = authfile !== undefined;
    const views = await forecastConfigs({ name, options, io, file, edit, ways, ownLogins });
    const report: LayeringPlanReport = { configs: views };
    return {
      data: report,
      print: (isWide) => printForecasts(views, { isWide, color: io.outColor === true }),
      names: views.map(resourceNameOf),
      code: views.every(({ verdict }) => verdict === 'nothing') ? 0 : 1,
    };
  });
}

/** What `layering plan` tells programs. */
export interface LayeringPlanReport {
  readonly configs: readonly ForecastView[];
}
