import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import { admit } from '../../../config/admit.ts';
import type { FieldFinding } from '../../../config/framework/setting.ts';
import { loadEngines } from '../../../config/load-engines.ts';
import { answersInStatus } from '../../../golden-images/answers-in-status.ts';
import { combinedAnswers } from '../../../golden-images/combined-answers.ts';
import { plannedImages } from '../../../golden-images/forecast/planned-images.ts';
import { goldenImagesOf } from '../../../golden-images/golden-images-of.ts';
import { ownerOf } from '../../../operator/hyper-converged.ts';
import { plannedFields } from '../../../reconcile/forecast/planned-fields.ts';
import { plannedOperands } from '../../../reconcile/forecast/planned-operands.ts';
import { insecureOf, virtualMachines } from '../../cluster/boot-sources-of.ts';
import { desiredOf } from '../../cluster/desired-now.ts';
import { type OpenCluster, withOpenCluster } from '../../cluster/open-cluster.ts';
import { loadHyperConverged } from '../../input/load-input.ts';
import { report, unknownField } from '../../input/report.ts';
import { setField } from '../../input/set-field.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { askRegistries } from '../../registries/ask-registries.ts';
import { type RegistryWays, registryWays } from '../../registries/registry-ways.ts';
import { jsonText } from '../../text/json-text.ts';
import { printData } from '../../text/print-data.ts';
import { shortened } from '../../text/shortened.ts';
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

/** Which images there are follows from the configuration; what registries say of them, as the operator would ask, goes into it. */
async function forecast(
  object: JsonObject,
  cluster: OpenCluster,
  ways: RegistryWays,
): Promise<Pick<PlanReport, 'fields' | 'operands' | 'goldenImages'>> {
  const { hyperConverged: stored, inputs, operands } = cluster;
  const first = desiredOf(object, inputs);
  const former = stored === undefined ? undefined : desiredOf(stored, inputs);
  const asked = await askRegistries({
    access: cluster.access,
    platform: inputs.facts.platform,
    images: [first, ...(former === undefined ? [] : [former])].flatMap(goldenImagesOf),
    ways,
    insecure: insecureOf(first),
  });
  const remembered = [former, first].flatMap((each) =>
    each === undefined ? [] : [...(answersInStatus(each) ?? [])],
  );
  const known = { ...inputs, answers: combinedAnswers(asked.answers, new Map(remembered)) };
  const before = stored === undefined ? undefined : desiredOf(stored, known);
  const after = desiredOf(object, known);
  const owner = ownerOf(object, inputs.deployment.operatorNamespace);
  const machines = await virtualMachines(cluster);
  return {
    fields: plannedFields(stored, object),
    operands: plannedOperands({ before, after, owner, seen: operands }),
    goldenImages: plannedImages({ before, after, unanswered: asked.unanswered, machines }),
  };
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
  const { hyperConverged: stored, inputs, operandRefusals } = cluster;
  const { filename, set = [] } = options;
  const source = filename === undefined ? undefined : await loadHyperConverged(filename, io);
  const start = source?.manifest.object ?? stored;
  if (start === undefined)
    throw new UsageError(
      `there is no HyperConverged in ${inputs.deployment.operatorNamespace}; name one with -f, or choose with --namespace`,
    );
  const object = set.reduce(setField, inPlaceOf(stored, start));
  const operation = stored === undefined ? 'create' : 'update';
  const asked = operandRefusals === undefined ? {} : { operandRefusals };
  const request = { operation, object, oldObject: stored, inputs, ...asked } as const;
  const verdict = admit(request, await loadEngines(object));
  const findings = [
    ...verdict.findings,
    ...verdict.unknownFields.map((field) => unknownField(field, 'warning')),
  ];
  if (source === undefined) reportSet(findings, io);
  else report(findings, source, io);
  if (verdict.allowed) return { object: verdict.object, findings };
  throw new UsageError('the HyperConverged would be refused, so nothing would be done');
}

/** Of the stored object with `--set`, which has no lines to point at. */
function reportSet(findings: readonly FieldFinding[], io: Io): void {
  for (const { level, at, value, message, fix } of findings) {
    const shown = value === undefined ? '' : `${shortened(jsonText(value))}: `;
    io.err(`${level === 'warning' ? 'warning: ' : ''}${at}: ${shown}${message}\n  fix: ${fix}\n`);
  }
}

/** Identity and status of the stored object, whatever a file says. */
function inPlaceOf(stored: JsonObject | undefined, start: JsonObject): JsonObject {
  // a server drops the status of what is created
  if (stored === undefined) return { ...start, status: undefined };
  if (start === stored) return start;
  const [own, theirs] = [stored.metadata, start.metadata].map((value) => objectAt(value));
  return { ...start, metadata: { ...own, ...theirs }, status: stored.status };
}
