import { readdirSync } from 'node:fs';
import { placeOfIds } from './running-process.ts';

/** The version of what stands in the files. One that is higher is refused. */
export const dataFormat = 1;

const log = /^log-(\d{6,12})\.jsonl$/;
const checkpoint = /^checkpoint-(\d{6,12})\.jsonl$/;
const own = /^((log|checkpoint|lost)-\d+\.jsonl|identity\.json|owner-[0-9a-f]{8}-\d+\.json)(\.\d+\.tmp)?$/;

/** The numbers of a folder's files, ascending. */
interface FileNumbers {
  readonly logs: readonly number[];
  readonly checkpoints: readonly number[];
}

/** `log-000001.jsonl`, the changes after the checkpoint of the same number. */
export function logName(number: number): string {
  return `log-${String(number).padStart(6, '0')}.jsonl`;
}

/** `checkpoint-000001.jsonl`: everything, as it was when the log of the same number began. */
export function checkpointName(number: number): string {
  return `checkpoint-${String(number).padStart(6, '0')}.jsonl`;
}

/** `owner-0123abcd-4567.json`: what process 4567 says of itself; ids of other machines and containers mean other processes. */
export function ownerName(pid: number, place = placeOfIds()): string {
  return `owner-${place}-${pid}.json`;
}

/** Whether a file is one of those that a cluster makes in its folder. */
export function isOwnFile(name: string): boolean {
  return own.test(name);
}

/** Which logs and checkpoints a folder has. */
export function fileNumbers(folder: string): FileNumbers {
  const names = readdirSync(folder);
  const numbers = (pattern: RegExp) =>
    names
      .flatMap((name) => pattern.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b);
  return { logs: numbers(log), checkpoints: numbers(checkpoint) };
}
