import type { ForecastView } from '../../../../layering/forecast/forecast-view.ts';
import { type AnswerFlags, answered } from '../../../answers/answered.ts';
import type { Io } from '../../../process/io.ts';
import { resourceNameOf } from '../cluster/resource-name-of.ts';
import { type ForecastOptions, forecastConfigs } from './forecast-configs.ts';
import { printForecasts } from './print-forecast.ts';
import { readManifest } from './read-manifest.ts';

export type LayeringPlanOptions = ForecastOptions & Pick<AnswerFlags, 'output'>;

/** Prints what would be built and used again, and why; 0 where the images that are wanted are there, else 1. */
export async function runLayeringPlan(
  name: string | undefined,
  options: LayeringPlanOptions,
  io: Io,
): Promise<number> {
  const file = options.filename === undefined ? undefined : await readManifest(options.filename, io);
  const asking = { name, options, io, file };
  return answered({ output: options.output }, io, async () => {
    const views = await forecastConfigs(asking);
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
