import { type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import { hyperConvergedName, hyperConvergedType } from '../../../api/hyper-converged-kind.ts';
import { admit } from '../../../config/admit.ts';
import { type Description, describeSetting } from '../../../config/describe-setting.ts';
import type { Desired } from '../../../config/desire.ts';
import { type Cause, printCause } from '../../../config/framework/cause.ts';
import { type FieldPath, parseFieldPath, printFieldPath } from '../../../config/framework/field-path.ts';
import { type Causes, forEachLeaf } from '../../../config/framework/operand-draft.ts';
import { loadEngines } from '../../../config/load-engines.ts';
import { operands } from '../../../config/operands.ts';
import type { Rendered } from '../../../config/render.ts';
import { settings } from '../../../config/settings.ts';
import { type ClusterChoice, loadCluster, loadHyperConverged } from '../../input/load-input.ts';
import { report } from '../../input/report.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { jsonText } from '../../text/json-text.ts';
import { type Output, printData } from '../../text/print-data.ts';
import { describe } from './describe.ts';
import { printDescription } from './print-description.ts';
import { similarPath } from './similar-path.ts';

export interface ExplainOptions extends ClusterChoice {
  readonly filename?: string;
  readonly output?: Output;
}

/** One leaf of an operand: value and cause. */
interface ExplainedLeaf {
  readonly object: string;
  readonly field: string;
  readonly value: JsonValue;
  readonly cause: Cause;
}

/** Explains a setting, or where the fields of an operand come from. */
export async function runExplain(path: string, options: ExplainOptions, io: Io): Promise<number> {
  const segments = parseFieldPath(path);
  const kind = operands.find((operand) => isNamed(operand, String(segments[0] ?? '')))?.kind;
  const isAnnotation = operands.some(({ patchAnnotation }) => patchAnnotation === path);
  if (kind === undefined || isAnnotation) {
    const description = describe(path);
    io.out(
      options.output === undefined ? printDescription(description) : printData(description, options.output),
    );
    return 0;
  }
  const { operands: rendered } = await desiredOf(options, io);
  const objects = rendered.filter(({ operand }) => operand.kind === kind);
  if (objects.length === 0) throw new UsageError(withoutObject(kind));
  const leaves = explainedLeaves(objects, segments.slice(1));
  if (leaves.length === 0) throw new UsageError(notSet(path, objects, kind));
  io.out(
    options.output === undefined ? printLeaves(leaves) : printData(leaves.map(withSettings), options.output),
  );
  return 0;
}

function isNamed(
  { kind, plural }: { readonly kind: string; readonly plural: string },
  name: string,
): boolean {
  return [kind.toLowerCase(), plural].includes(name.toLowerCase());
}

const minimal: JsonObject = {
  ...hyperConvergedType,
  metadata: { name: hyperConvergedName },
};

async function desiredOf(options: ExplainOptions, io: Io): Promise<Desired> {
  const source = options.filename === undefined ? undefined : await loadHyperConverged(options.filename, io);
  const object = source?.manifest.object ?? minimal;
  const cluster = await loadCluster(options, io);
  const verdict = admit(
    { operation: 'create', object, oldObject: undefined, ...cluster },
    await loadEngines(object),
  );
  if (source !== undefined) report(verdict.findings, source, io);
  if (!verdict.allowed)
    throw new UsageError(`${options.filename ?? 'the defaults'}: refused, so there is nothing to explain`);
  return verdict.desired;
}

/** Why there is no object of a kind, as far as settings decide it. */
function withoutObject(kind: string): string {
  const deciding = settings.filter(({ landings }) =>
    landings.some((landing) => landing.kind === 'existence' && landing.operand.kind === kind),
  );
  const because =
    deciding.length === 0
      ? 'the cluster has no place for it; name one with --cluster'
      : `it depends on ${deciding.map(({ name }) => name).join(' and ')}, and on the platform`;
  return `no ${kind} exists for this HyperConverged on this cluster: ${because}`;
}

function explainedLeaves(objects: readonly Rendered[], path: FieldPath): readonly ExplainedLeaf[] {
  return objects.flatMap((rendered) =>
    [...identityOf(rendered), ...rendered.causes]
      .filter((leaf) => startsWith(leaf.path, path))
      .map((leaf) => explained(rendered, leaf)),
  );
}

function notSet(path: string, objects: readonly Rendered[], kind: string): string {
  const known = explainedLeaves(objects, []).map(({ field }) => parseFieldPath(field));
  const near = similarPath(parseFieldPath(path).slice(1), known);
  const hint = near === undefined ? '' : `; did you mean ${printFieldPath([kind, ...near])}?`;
  return `${path} is not set: no setting and no baseline writes it${hint}`;
}

const identity: Cause = { kind: 'opinion', because: 'says which object it is, and whose' };

/** Name, labels and owner, where nothing else is their cause. */
function identityOf({ manifest, causes }: Rendered): Causes {
  const leaves: { path: FieldPath; cause: Cause }[] = [];
  forEachLeaf(manifest.metadata ?? {}, ['metadata'], (path) => leaves.push({ path, cause: identity }));
  const known = new Set(causes.map(({ path }) => printFieldPath(path)));
  return leaves.filter(({ path }) => !known.has(printFieldPath(path)));
}

function explained(
  { manifest }: Rendered,
  { path, cause }: { readonly path: FieldPath; readonly cause: Cause },
): ExplainedLeaf {
  const name = valueAt(manifest, 'metadata', 'name');
  return {
    object: `${String(manifest.kind)} ${String(name)}`,
    field: printFieldPath(path),
    value: valueAt(manifest, ...path) ?? null,
    cause,
  };
}

function startsWith(path: FieldPath, start: FieldPath): boolean {
  return start.every((segment, index) => path[index] === segment);
}

/** The setting behind a leaf, if one is. */
function settingBehind({ cause }: ExplainedLeaf): Description | undefined {
  const by = cause.kind === 'written' || cause.kind === 'default' ? cause.by : undefined;
  if (by === undefined) return undefined;
  const setting = settings.find(({ name, aliases }) =>
    [name, ...aliases.map(({ path }) => `spec.${path}`)].some((spelling) => isWithin(by, spelling)),
  );
  return setting === undefined ? undefined : describeSetting(setting);
}

function isWithin(by: string, name: string): boolean {
  return by === name || by.startsWith(`${name}.`) || by.startsWith(`${name}[`) || by.includes(`["${name}"]`);
}

/** A leaf, and the setting behind it, if one is. */
interface LeafWithSetting extends ExplainedLeaf {
  readonly setting: Description | null;
}

/** What `explain` tells programs: of a setting, or of each field of an operand. */
export type Explanation = Description | readonly LeafWithSetting[];

function withSettings(leaf: ExplainedLeaf): LeafWithSetting {
  return { ...leaf, setting: settingBehind(leaf) ?? null };
}

function printLeaves(leaves: readonly ExplainedLeaf[]): string {
  const lines = leaves.map(
    ({ object, field, value, cause }) =>
      `${object}  ${field}: ${jsonText(value)}\n    ${printCause(cause)}\n`,
  );
  const behind = new Map(
    leaves.flatMap((leaf) => {
      const setting = settingBehind(leaf);
      return setting === undefined ? [] : [[setting.path, setting] as const];
    }),
  );
  return [...lines, ...[...behind.values()].map((setting) => `\n${printDescription(setting)}`)].join('');
}
