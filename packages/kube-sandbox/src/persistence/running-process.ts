import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Tells a running process from others that have its id before or after it; undefined: none runs under the id. */
export function markOf(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxMark(pid) : otherMark(pid);
}

/** Where process ids are those of here: this machine, or this container. Eight hexadecimal digits. */
export function placeOfIds(): string {
  return createHash('sha256').update(`${hostname()}\n${idNamespace()}`).digest('hex').slice(0, 8);
}

function idNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // only Linux has several
    return '';
  }
}

/** Of the fields behind the name: the first is the state, the twentieth the start, in ticks since this boot. */
const startField = 19;

function linuxMark(pid: number): string | undefined {
  const text = textOf(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // one that has ended and whose parent has not heard of it yet
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  const boot = textOf('/proc/sys/kernel/random/boot_id') ?? '';
  return `${boot.trim()} ${fields[startField] ?? ''}`;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function otherMark(pid: number): string | undefined {
  if (!isThere(pid)) return undefined;
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    // without `ps`: that there is one has to do
    return '';
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
