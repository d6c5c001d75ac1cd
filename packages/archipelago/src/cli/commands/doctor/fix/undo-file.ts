import { writeFile } from 'node:fs/promises';
import {
  isJsonObject,
  type JsonObject,
  objectAt,
  objectsAt,
  parseJson,
  printJson,
  textAt,
} from '@archipelago/apimachinery';
import { type FactName, factKinds, factNames } from '../../../../doctor/facts/fact-kinds.ts';
import type { FixStep } from '../../../../doctor/fixes/fix-plan.ts';
import { createdFact, remedies, writtenFacts } from '../../../../doctor/fixes/remedies.ts';
import { isIgnorePatch } from '../../../../doctor/ignore/ignore-patch.ts';
import { fileProblem } from '../../../process/file-problem.ts';
import { UsageError } from '../../../process/io.ts';

const schema = 'doctor-undo/v1';

/** How one write is taken back. */
export interface UndoStep
  extends Pick<FixStep, 'fact' | 'apiVersion' | 'kind' | 'namespace' | 'name' | 'undo'> {
  /** What was written: it must still be there. */
  readonly written: JsonObject;
}

/** Writes the way back, for its owner alone, before anything is done; an existing file is refused. */
export async function writeUndoFile(file: string, code: string, steps: readonly FixStep[]): Promise<void> {
  const text = printJson(undoDocument(code, steps), 2);
  await writeFile(file, `${text}\n`, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw new UsageError(`cannot write ${file}: ${fileProblem(error)}`);
  });
}

/** The way back, as data. */
export function undoDocument(code: string, steps: readonly FixStep[]): JsonObject {
  return {
    schema,
    code,
    steps: steps.map(({ fact, apiVersion, kind, namespace, name, patch, undo }) => ({
      ...{ fact, apiVersion, kind, namespace, name, written: patch, undo: undo ?? null },
    })),
  };
}

/** Reads such a file. Throws a UsageError for anything else. */
export function parseUndoFile(text: string, file: string): Undoing {
  return undoingOf(parsed(text, file), file);
}

/** What is to be taken back, and of which check. */
interface Undoing {
  readonly code: string;
  readonly steps: readonly UndoStep[];
}

/** Reads the way back from data. Throws a UsageError for anything else; `where`: what it is called. */
export function undoingOf(value: unknown, where: string): Undoing {
  if (textAt(value, 'schema') !== schema)
    throw new UsageError(
      `${where}: schema: must be ${schema}; name a file that archipelago doctor fix wrote`,
    );
  const code = textAt(value, 'code');
  const steps = objectsAt(value, 'steps').map((step, index) => stepOf(step, `${where}: steps[${index}]`));
  if (!remedies.has(code) && (steps.length === 0 || !steps.every(isIgnoring)))
    throw new UsageError(`${where}: code: ${JSON.stringify(code)} is nothing that doctor fix does`);
  return { code, steps };
}

/** To ignore a finding is written on objects of any kind, in annotations alone. */
function isIgnoring({ undo, written }: Pick<UndoStep, 'undo' | 'written'>): boolean {
  return undo !== undefined && isIgnorePatch(undo) && isIgnorePatch(written);
}

function parsed(text: string, file: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new UsageError(`${file}: is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function factOf({ fact, undo, written }: JsonObject): FactName | undefined {
  const isOfAnyKind = isJsonObject(undo) && isIgnoring({ undo, written: objectAt(written) });
  return (isOfAnyKind ? factNames : writtenFacts).find((name) => name === fact);
}

function stepOf(step: JsonObject, where: string): UndoStep {
  const { undo } = step;
  const fact = factOf(step);
  const [apiVersion, namespace, name] = ['apiVersion', 'namespace', 'name'].map((key) => textAt(step, key));
  if (fact === undefined || !apiVersion || !name)
    throw new UsageError(
      `${where}: must name one of ${writtenFacts.join(', ')}, its apiVersion and its name`,
    );
  if (!isJsonObject(undo) && !(undo === null && fact === createdFact))
    throw new UsageError(`${where}.undo: must be a patch; only what a fix made can be taken away`);
  return {
    ...{ fact, apiVersion, kind: factKinds[fact].kind, name, namespace: namespace ?? '' },
    written: objectAt(step, 'written'),
    undo: isJsonObject(undo) ? undo : undefined,
  };
}
