import type { JsonObject } from '@archipelago/apimachinery';
import { admit, type Verdict } from '../../../config/admit.ts';
import { printCause } from '../../../config/framework/cause.ts';
import { printFieldPath } from '../../../config/framework/field-path.ts';
import { objectKey } from '../../../config/framework/operand.ts';
import { loadEngines } from '../../../config/load-engines.ts';
import type { Rendered } from '../../../config/render.ts';
import { type ClusterChoice, loadCluster, loadHyperConverged } from '../../input/load-input.ts';
import { report, unknownField } from '../../input/report.ts';
import type { Io } from '../../process/io.ts';
import { jsonText } from '../../text/json-text.ts';
import { objectName } from '../../text/object-name.ts';
import { printYaml } from '../../text/print-yaml.ts';

export interface RenderOptions extends ClusterChoice {
  readonly filename: string;
  readonly output: 'name' | 'yaml' | 'json';
  readonly why?: boolean;
  readonly strict?: boolean;
}

/** Prints the operands; 2 when the HyperConverged is refused, and then nothing on standard output. */
export async function runRender(options: RenderOptions, io: Io): Promise<number> {
  const source = await loadHyperConverged(options.filename, io);
  const cluster = await loadCluster(options, io);
  const object = source.manifest.object;
  const verdict = admit(
    { operation: 'create', object, oldObject: undefined, ...cluster },
    await loadEngines(object),
  );
  const unknown = verdict.unknownFields.map((field) =>
    unknownField(field, options.strict ? 'error' : 'warning'),
  );
  report([...verdict.findings, ...unknown], source, io);
  if (!verdict.allowed || (options.strict && unknown.length > 0)) return 2;
  io.out(print(verdict, options));
  return 0;
}

function print({ desired }: Extract<Verdict, { allowed: true }>, { output, why }: RenderOptions): string {
  const items = desired.operands.map(({ manifest }) => manifest);
  if (output === 'name') return items.map((item) => `${objectName(item)}\n`).join('');
  const list: JsonObject = { apiVersion: 'v1', kind: 'List', items };
  if (output === 'json')
    return `${jsonText(why ? { ...list, why: causesByObject(desired.operands) } : list, 2)}\n`;
  if (!why) return printYaml(list);
  const comments = commentsOf(desired.operands);
  return printYaml(list, (leaf) => comments.get(printFieldPath(leaf)));
}

/** A comment for each leaf that is not baseline. */
function commentsOf(operands: readonly Rendered[]): ReadonlyMap<string, string> {
  const entries = operands.flatMap(({ causes }, index) =>
    causes
      .filter(({ cause }) => cause.kind !== 'opinion')
      .map(({ path, cause }) => [printFieldPath(['items', index, ...path]), printCause(cause)] as const),
  );
  return new Map(entries);
}

function causesByObject(operands: readonly Rendered[]): JsonObject {
  return Object.fromEntries(
    operands.map(({ manifest, causes }) => [
      objectKey(manifest),
      Object.fromEntries(causes.map(({ path, cause }) => [printFieldPath(path), { ...cause }])),
    ]),
  );
}
