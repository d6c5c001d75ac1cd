import type { JsonValue } from '@archipelago/apimachinery';
import { type Io, UsageError } from '../process/io.ts';
import { printBytes } from '../text/print-bytes.ts';
import { place, problemText } from './manifest-problem.ts';
import { parseValues } from './parse-values.ts';

/** What is read before anybody wonders. */
const soon = 1024 * 1024;
/** Parts of a file that are told. */
const steps = 4;

/** All values in a file of YAML or JSON; what is neither is a mistake in the command's use. A person is told how far reading has come. */
export async function loadValues(
  file: string,
  io: Pick<Io, 'read' | 'err' | 'errIsTerminal'>,
): Promise<readonly JsonValue[]> {
  const text = await io.read(file);
  const isTold = io.errIsTerminal === true && text.length > soon;
  const parsed = parseValues(text, isTold ? progressOf(file, text, io) : undefined);
  if (parsed.ok) return parsed.values;
  throw new UsageError(problemText(file, parsed));
}

function progressOf(file: string, text: string, io: Pick<Io, 'err'>): (part: number) => void {
  let told = 0;
  return (part) => {
    const step = Math.floor(part * steps);
    if (step <= told) return;
    told = step;
    io.err(`reading ${place(file, undefined)} (${printBytes(text.length)}): ${step * (100 / steps)} %\n`);
  };
}
