import { isJsonObject, type JsonObject, type JsonValue, listAt } from '@archipelago/apimachinery';
import { hyperConvergedType } from '../../api/hyper-converged-kind.ts';
import type { Inputs, OperandRefusals } from '../../cluster-facts/inputs.ts';
import { parseClusterFacts } from '../../cluster-facts/parse-cluster-facts.ts';
import { parseNodes } from '../../cluster-facts/parse-nodes.ts';
import { standardClusterText, standardInputs } from '../../cluster-facts/standard-cluster.ts';
import { parseFieldPath, printFieldPath } from '../../config/framework/field-path.ts';
import { type Io, UsageError } from '../process/io.ts';
import { jsonText } from '../text/json-text.ts';
import { similar } from '../text/similar.ts';
import { loadManifest } from './load-manifest.ts';
import { loadValues } from './load-values.ts';
import type { Manifest } from './manifest.ts';
import { place } from './manifest-problem.ts';
import { objectsIn } from './objects-in.ts';

/** A HyperConverged from a file. */
export interface HyperConvergedFile {
  readonly file: string;
  readonly manifest: Manifest;
}

/** Reads the one HyperConverged in a file; everything else is a mistake in the command's use. */
export async function loadHyperConverged(file: string, io: Io): Promise<HyperConvergedFile> {
  const manifest = onlyItem(await loadManifest(file, io));
  const { object } = manifest;
  for (const [field, wanted] of [
    ['apiVersion', hyperConvergedType.apiVersion],
    ['kind', hyperConvergedType.kind],
  ] as const) {
    if (object[field] === wanted) continue;
    const said = object[field] === undefined ? 'is missing' : `is ${jsonText(object[field])}`;
    throw new UsageError(`${place(file, manifest.positionOf([field]))}: ${field}: ${said}; write ${wanted}`);
  }
  return { file, manifest };
}

/** `kubectl get hyperconvergeds` prints a List, also of one. */
function onlyItem(manifest: Manifest): Manifest {
  const { object, positionOf } = manifest;
  const [item, ...others] = listAt(object, 'items');
  if (object.kind !== 'List' || !isJsonObject(item) || others.length > 0) return manifest;
  return { object: item, positionOf: (path) => positionOf(['items', 0, ...path]) };
}

/** A cluster from a file, ready to ask admission about. */
interface ClusterFile {
  readonly inputs: Inputs;
  readonly operandRefusals?: OperandRefusals;
}

/** What stands for a cluster. */
export interface ClusterChoice {
  /** A file with facts. */
  readonly cluster?: string;
  /** A folder that `archipelago snapshot` wrote; `inputs` are what it says. */
  readonly snapshot?: string;
  readonly inputs?: Inputs;
}

/** The cluster that commands are about; without a choice the standard one, and people are told so. */
export async function loadCluster(choice: ClusterChoice, io: Io): Promise<ClusterFile> {
  const { cluster: file, snapshot, inputs } = choice;
  if (file !== undefined && snapshot !== undefined) throw new UsageError(oneOf(file, snapshot));
  if (inputs !== undefined) return { inputs };
  if (file === undefined) {
    io.err(`no --cluster given: assuming ${standardClusterText}\n`);
    return { inputs: standardInputs };
  }
  const text = await io.read(file);
  const again = { err: io.err, errIsTerminal: io.errIsTerminal === true, read: async () => text };
  const values = await loadValues(file, again);
  return values.length > 1 || values.some(isOfKubectl)
    ? nodesFile(file, values.flatMap(objectsIn), io)
    : factsFile(file, await loadManifest(file, again, text.length), io);
}

/** No cluster file has these members. */
function isOfKubectl(value: JsonValue): boolean {
  if (!isJsonObject(value)) return Array.isArray(value);
  return ['apiVersion', 'kind', 'items'].some((name) => Object.hasOwn(value, name));
}

function nodesFile(file: string, objects: readonly JsonObject[], io: Io): ClusterFile {
  const parsed = parseNodes(objects);
  const where = place(file, undefined);
  if (!parsed.ok)
    throw new UsageError(
      `${where}: ${parsed.problem}; give Nodes, as kubectl get nodes -o yaml prints them, or facts in the format of a cluster file; of a whole cluster archipelago snapshot DIR writes what --snapshot DIR takes`,
    );
  const { nodes, platform } = parsed.inputs.facts;
  const kind = platform === 'openshift' ? 'OpenShift, as their labels say' : 'plain Kubernetes';
  io.err(`${where}: Nodes only (${nodes.length}): assuming ${kind}, and of all else what is usual\n`);
  return { inputs: parsed.inputs };
}

function factsFile(file: string, manifest: Manifest, io: Io): ClusterFile {
  const parsed = parseClusterFacts(manifest.object);
  if (parsed.ok) {
    for (const { path, known } of parsed.unknownFields) {
      const meant = similar(String(path.at(-1)), known);
      const fix =
        meant.length === 0 ? `known are ${known.join(', ')}` : `did you mean ${meant.join(' or ')}?`;
      const where = place(file, manifest.positionOf(path));
      io.err(`${where}: warning: ${printFieldPath(path)}: nothing reads it; ${fix}\n`);
    }
    return { inputs: parsed.inputs, operandRefusals: parsed.operandRefusals };
  }
  const errors = parsed.errors.map(
    ({ field, value, message }) =>
      `${place(file, manifest.positionOf(parseFieldPath(field)))}: ${field}: ${jsonText(value ?? null)} ${message}`,
  );
  throw new UsageError(errors.join('\n'));
}

/** Both would stand for the cluster. */
export function oneOf(file: string, snapshot: string): string {
  return `--cluster ${file}: --snapshot ${snapshot} stands for the cluster; leave one of them out`;
}
