import { hyperConvergedType } from '../../api/hyper-converged-kind.ts';
import type { Inputs, OperandRefusals } from '../../cluster-facts/inputs.ts';
import { parseClusterFacts } from '../../cluster-facts/parse-cluster-facts.ts';
import { standardClusterText, standardInputs } from '../../cluster-facts/standard-cluster.ts';
import { parseFieldPath, printFieldPath } from '../../config/framework/field-path.ts';
import { type Io, UsageError } from '../process/io.ts';
import { jsonText } from '../text/json-text.ts';
import { similar } from '../text/similar.ts';
import { type Manifest, type Position, parseManifest } from './manifest.ts';

/** A HyperConverged from a file. */
export interface HyperConvergedFile {
  readonly file: string;
  readonly manifest: Manifest;
}

/** Reads the one HyperConverged in a file; everything else is a mistake in the command's use. */
export async function loadHyperConverged(file: string, io: Io): Promise<HyperConvergedFile> {
  const manifest = await loadManifest(file, io);
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
  const manifest = await loadManifest(file, io);
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

async function loadManifest(file: string, io: Io): Promise<Manifest> {
  const parsed = parseManifest(await io.read(file));
  if (parsed.ok) return parsed.manifest;
  throw new UsageError(
    parsed.problems
      .map(({ position, message, fix }) => `${place(file, position)}: ${message}; ${fix}`)
      .join('\n'),
  );
}

/** `file:line:column`, as editors understand it. */
export function place(file: string, position: Position | undefined): string {
  const name = file === '-' ? 'standard input' : file;
  return position === undefined ? name : `${name}:${position.line}:${position.column}`;
}
