import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import type { ClusterFacts } from '../../../cluster-facts/cluster-facts.ts';
import { admit } from '../../../config/admit.ts';
import type { Finding } from '../../../config/framework/setting.ts';
import { loadEngines } from '../../../config/load-engines.ts';
import { type DesiredNow, desiredOf } from '../../cluster/desired-now.ts';
import { type LiveCluster, withCluster } from '../../cluster/live-cluster.ts';
import { loadCluster, loadHyperConverged } from '../../input/load-input.ts';
import { report, unknownField } from '../../input/report.ts';
import { setField } from '../../input/set-field.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { registryWays } from '../../registries/registry-ways.ts';
import { jsonText } from '../../text/json-text.ts';
import { printData } from '../../text/print-data.ts';
import { shortened } from '../../text/shortened.ts';
import type { PlanOptions } from './plan-options.ts';
import { plannedFields } from './planned-fields.ts';
import { plannedImages } from './planned-images.ts';
import { type OperandsSeen, plannedOperands } from './planned-operands.ts';
import { hasChanges, type PlanReport, printPlan } from './print-plan.ts';

/** Prints what the operator would do, and why; 0 nothing, 1 something. */
export async function runPlan(options: PlanOptions, io: Io): Promise<number> {
  const found =
    options.cluster === undefined
      ? await planLive(options, io)
      : await planOffline(options, options.cluster, io);
  io.out(options.output === undefined ? printPlan(found) : printData(found, options.output));
  return hasChanges(found) ? 1 : 0;
}

async function planLive(options: PlanOptions, io: Io): Promise<PlanReport> {
  const ways = await registryWays(options, io);
  return withCluster(options, async (cluster) => {
    const stored = cluster.hyperConverged;
    const object = await wantedObject(stored, { options, facts: cluster.facts, io });
    const after = desiredOf(object, cluster.facts, cluster.namespace);
    const before = stored === undefined ? undefined : desiredOf(stored, cluster.facts, cluster.namespace);
    return {
      fields: plannedFields(stored, object),
      operands: plannedOperands({
        before,
        after,
        namespace: cluster.namespace,
        seen: seenIn(cluster.mirror),
      }),
      goldenImages: await plannedImages({ cluster, before, after, ways }),
    };
  });
}

function seenIn(mirror: LiveCluster['mirror']): OperandsSeen {
  return {
    live: (operand) => mirror.operand(operand),
    defaulting: (operand) => mirror.defaulting(operand),
  };
}

const nothing: OperandsSeen = {
  live: () => ({ state: 'absent' }),
  defaulting: () => (manifest) => manifest,
};

/** Against no cluster at all: everything is new. */
async function planOffline(options: PlanOptions, file: string, io: Io): Promise<PlanReport> {
  if (options.filename === undefined)
    throw new UsageError(`--cluster ${file}: facts alone are no plan; name a HyperConverged with -f`);
  const chosen = (['kubeconfig', 'context', 'namespace'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (chosen !== undefined)
    throw new UsageError(
      `--${chosen} ${options[chosen]}: --cluster ${file} stands for the cluster; leave one of them out`,
    );
  const ways = await registryWays(options, io);
  const facts = withImporter(await loadCluster(file, io));
  const object = await wantedObject(undefined, { options, facts, io });
  const after: DesiredNow = desiredOf(object, facts, facts.operatorNamespace);
  return {
    fields: plannedFields(undefined, object),
    operands: plannedOperands({
      before: undefined,
      after,
      namespace: facts.operatorNamespace,
      seen: nothing,
    }),
    goldenImages: await plannedImages({ cluster: undefined, before: undefined, after, ways }),
  };
}

/** As the operator chooses it on its own. */
function withImporter(facts: ClusterFacts): ClusterFacts {
  return { ...facts, goldenImageImporter: facts.platform === 'openshift' ? 'ssp' : 'builtin' };
}

interface Wanting {
  readonly options: PlanOptions;
  readonly facts: ClusterFacts;
  readonly io: Io;
}

/** What is to be: the file's HyperConverged or the stored one, with `--set`, as admission would store it. */
async function wantedObject(
  stored: JsonObject | undefined,
  { options, facts, io }: Wanting,
): Promise<JsonObject> {
  const { filename, set = [] } = options;
  const source = filename === undefined ? undefined : await loadHyperConverged(filename, io);
  const start = source?.manifest.object ?? stored;
  if (start === undefined)
    throw new UsageError(
      `there is no HyperConverged in ${facts.operatorNamespace}; name one with -f, or choose with --namespace`,
    );
  const object = set.reduce(setField, inPlaceOf(stored, start));
  const operation = stored === undefined ? 'create' : 'update';
  const request = { operation, object, oldObject: stored, cluster: facts } as const;
  const verdict = admit(request, await loadEngines(object));
  const findings = [
    ...verdict.findings,
    ...verdict.unknownFields.map((field) => unknownField(field, 'warn')),
  ];
  if (source === undefined) reportSet(findings, io);
  else report(findings, source, io);
  if (verdict.allowed) return verdict.object;
  throw new UsageError('the HyperConverged would be refused, so nothing would be done');
}

/** Of the stored object with `--set`, which has no lines to point at. */
function reportSet(findings: readonly Finding[], io: Io): void {
  for (const { level, at, value, message, fix } of findings) {
    const shown = value === undefined ? '' : `${shortened(jsonText(value))}: `;
    io.err(`${level === 'warn' ? 'warning: ' : ''}${at}: ${shown}${message}\n  fix: ${fix}\n`);
  }
}

/** Identity and status of the stored object, whatever a file says. */
function inPlaceOf(stored: JsonObject | undefined, start: JsonObject): JsonObject {
  if (stored === undefined || start === stored) return start;
  const [own, theirs] = [stored.metadata, start.metadata].map((value) => objectAt(value));
  return { ...start, metadata: { ...own, ...theirs }, status: stored.status };
}
