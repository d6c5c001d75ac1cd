import type { JsonObject } from '@archipelago/apimachinery';
import type { FieldFinding } from '../../../config/framework/setting.ts';
import { type OpenCluster, withOpenCluster } from '../../cluster/open-cluster.ts';
import { loadHyperConverged } from '../../input/load-input.ts';
import { report } from '../../input/report.ts';
import { setField } from '../../input/set-field.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { registryWays } from '../../registries/registry-ways.ts';
import { jsonText } from '../../text/json-text.ts';
import { printData } from '../../text/print-data.ts';
import { shortened } from '../../text/shortened.ts';
import { forecast } from './forecast.ts';
import { judgeWanted } from './judge-wanted.ts';
import { othersOn } from './others-on.ts';
import type { PlanOptions } from './plan-options.ts';
import { plannedNames } from './planned-names.ts';
import { hasChanges, type PlanReport, printPlan } from './print-plan.ts';

/** Prints what the operator would do, and why; 0 nothing, 1 something. */
export async function runPlan(options: PlanOptions, io: Io): Promise<number> {
  const { cluster: file, filename } = options;
  if (file !== undefined && filename === undefined)
    throw new UsageError(`--cluster ${file}: facts alone are no plan; name a HyperConverged with -f`);
  const ways = await registryWays(options, io);
  const found = await withOpenCluster(options, io, async (cluster) => {
    const { object, findings } = await wantedObject({ options, cluster, io });
    const [planned, others] = [await forecast(object, cluster, ways), await othersOn(object, cluster, io)];
    return { ...planned, ...others, findings };
  });
  io.out(print(found, options, io));
  return hasChanges(found) ? 1 : 0;
}

function print(found: PlanReport, { output }: PlanOptions, { outColor }: Io): string {
  if (output === undefined) return printPlan(found, outColor);
  return output === 'name' ? plannedNames(found) : printData(found, output);
}

interface Wanting {
  readonly options: PlanOptions;
  readonly cluster: OpenCluster;
  readonly io: Io;
}

interface Wanted {
  readonly object: JsonObject;
  /** What admission warns of. */
  readonly findings: readonly FieldFinding[];
}

/** What is to be: the file's HyperConverged or the stored one, with `--set`, as admission would store it. */
async function wantedObject({ options, cluster, io }: Wanting): Promise<Wanted> {
  const { hyperConverged: stored, inputs } = cluster;
  const { filename, set = [] } = options;
  const source = filename === undefined ? undefined : await loadHyperConverged(filename, io);
  const start = source?.manifest.object ?? stored;
  if (start === undefined)
    throw new UsageError(
      `there is no HyperConverged in ${inputs.deployment.operatorNamespace}; name one with -f, or choose with --namespace`,
    );
  const { allowed, object, findings } = await judgeWanted(start, cluster, (placed) =>
    set.reduce(setField, placed),
  );
  if (source === undefined) reportSet(findings, io);
  else report(findings, source, io);
  if (allowed) return { object, findings };
  throw new UsageError('the HyperConverged would be refused, so nothing would be done');
}

/** Of the stored object with `--set`, which has no lines to point at. */
function reportSet(findings: readonly FieldFinding[], io: Io): void {
  for (const { level, at, value, message, fix } of findings) {
    const shown = value === undefined ? '' : `${shortened(jsonText(value))}: `;
    io.err(`${level === 'warning' ? 'warning: ' : ''}${at}: ${shown}${message}\n  fix: ${fix}\n`);
  }
}
