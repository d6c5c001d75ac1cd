import { visibleText } from '@archipelago/apimachinery';
import { createColors } from 'picocolors';

/** One line per step, with the time since the beginning. */
export interface StepLog {
  step(text: string): void;
  /** Something people should look at, between the steps. */
  warn(text: string): void;
  /** Milliseconds since the beginning. */
  elapsedMs(): number;
}

/** Writes steps as they happen; `monotonic` gives milliseconds. */
export function createStepLog(
  write: (text: string) => void,
  monotonic: () => number,
  color: boolean,
): StepLog {
  const { dim, yellow } = createColors(color);
  const begin = monotonic();
  const elapsedMs = () => monotonic() - begin;
  const line = (text: string, mark = '') =>
    write(`${dim(`${seconds(elapsedMs()).padStart(8)}`)}  ${mark}${visibleText(text, '\n')}\n`);
  return {
    step: (text) => line(text),
    warn: (text) => line(text, `${yellow('warning:')} `),
    elapsedMs,
  };
}

/** Milliseconds as people read them: `0.34 s`. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
