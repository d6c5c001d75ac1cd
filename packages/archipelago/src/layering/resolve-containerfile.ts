import type { Architecture } from '../api/architectures.ts';
import type { Finding } from '../api/finding.ts';
import { type ContainerfileArch, containerfileArchOf } from './architecture.ts';

/** `spec.containerFile[]` by architecture; the list's order says nothing. */
export type Containerfiles = Readonly<Partial<Record<ContainerfileArch, string>>>;

/** The text for one architecture, and which entry it is; `None`: only the base and the configuration. */
export interface ResolvedContainerfile {
  readonly source: ContainerfileArch | 'None';
  readonly text: string;
}

/** The architecture's own entry, else `NoArch` (`docs/compatibility/layering.md#containerfiles`). */
export function resolveContainerfile(
  files: Containerfiles,
  architecture: Architecture,
): ResolvedContainerfile {
  const own = containerfileArchOf(architecture);
  for (const source of [own, 'NoArch'] as const) {
    const text = files[source];
    if (text !== undefined) return { source, text };
  }
  return { source: 'None', text: '' };
}

/** What is wrong with a Containerfile, before anything is built. */
interface ContainerfileFinding extends Finding {
  readonly reason:
    | 'BadContainerfile'
    | 'ForeignPlatform'
    | 'ArchitectureInText'
    | 'UnusedContainerfile'
    | 'NoContainerfile';
  readonly source: ContainerfileArch;
  /** 1-based; 0 where it is about the whole text. */
  readonly line: number;
}

/** Looks at every entry that a pool of these architectures would build, and names those it would not. */
export function reviewContainerfiles(
  files: Containerfiles,
  wanted: readonly Architecture[],
): readonly ContainerfileFinding[] {
  const used = new Set(wanted.map((architecture) => resolveContainerfile(files, architecture).source));
  return sources.flatMap((source) => {
    const text = files[source];
    if (text === undefined) return [];
    if (!used.has(source)) return [unused(source)];
    return [
      ...findingsIn(text, source),
      ...(source === 'NoArch' && wanted.length > 1 ? foreignWords(text, source) : []),
    ];
  });
}

const sources: readonly ContainerfileArch[] = ['NoArch', 'AMD64', 'ARM64', 'PPC64LE', 'S390X'];

function unused(source: ContainerfileArch): ContainerfileFinding {
  const message = `the entry ${source} is not built: no architecture of the pool uses it`;
  return { level: 'info', reason: 'UnusedContainerfile', source, line: 0, message };
}

/** One instruction with its continuation lines; `line` is where it begins. */
interface Instruction {
  readonly line: number;
  /** In capitals. */
  readonly name: string;
  readonly rest: string;
}

const known = new Set(
  (
    'ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN SHELL STOPSIGNAL USER ' +
    'VOLUME WORKDIR'
  ).split(' '),
);

/** The instructions of a Containerfile: comments left out, continued lines joined, here-documents skipped. */
export function instructionsOf(text: string): readonly Instruction[] {
  const lines = text.split(/\r?\n/);
  const found: Instruction[] = [];
  for (let index = 0; index < lines.length; ) {
    const { joined, next } = joinedLine(lines, index);
    const [, name, rest = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(joined) ?? [];
    const isText = name !== undefined && !name.startsWith('#');
    if (isText) found.push({ line: index + 1, name: name.toUpperCase(), rest });
    index = isText ? afterHereDocuments(lines, next, rest) : next;
  }
  return found;
}

function joinedLine(lines: readonly string[], from: number): { joined: string; next: number } {
  const continued = /\\\s*$/;
  let line = lines[from] ?? '';
  let next = from + 1;
  const parts = [line];
  while (continued.test(line) && next < lines.length) {
    const more = lines[next] ?? '';
    next += 1;
    // comments and empty lines between do not end the instruction
    if (/^\s*(#|$)/.test(more)) continue;
    line = more;
    parts.push(line);
  }
  return { joined: parts.map((part) => part.replace(continued, '')).join(' '), next };
}

function afterHereDocuments(lines: readonly string[], from: number, rest: string): number {
  let next = from;
  for (const [, end] of rest.matchAll(/<<-?\s*["']?([A-Za-z_]\w*)["']?/g)) {
    const close = lines.findIndex((line, index) => index >= next && line.trim() === end);
    next = close === -1 ? lines.length : close + 1;
  }
  return next;
}

function findingsIn(text: string, source: ContainerfileArch): readonly ContainerfileFinding[] {
  const instructions = instructionsOf(text);
  const at = { source };
  const none: ContainerfileFinding = {
    ...at,
    level: 'warning',
    reason: 'NoContainerfile',
    line: 0,
    message: `the entry ${source} has no instruction`,
  };
  if (instructions.length === 0) return [none];
  return instructions.flatMap(({ line, name, rest }): ContainerfileFinding[] => {
    if (!known.has(name)) {
      const message = `${source}, line ${line}: ${name} is no instruction of a Containerfile`;
      return [{ ...at, level: 'error', reason: 'BadContainerfile', line, message }];
    }
    if (name !== 'FROM') return [];
    if (rest.trim() === '') {
      const message = `${source}, line ${line}: FROM names no image`;
      return [{ ...at, level: 'error', reason: 'BadContainerfile', line, message }];
    }
    if (!/(^|\s)--platform[=\s]/.test(rest)) return [];
    const message = `${source}, line ${line}: FROM --platform would put another architecture's content under this one's name; leave it out`;
    return [{ ...at, level: 'error', reason: 'ForeignPlatform', line, message }];
  });
}

/** A text for all architectures that names one is seldom right for the others. */
function foreignWords(text: string, source: ContainerfileArch): readonly ContainerfileFinding[] {
  return instructionsOf(text).flatMap(({ line, name, rest }): ContainerfileFinding[] => {
    const [word] = /\b(x86_64|amd64|aarch64|arm64|ppc64le|s390x)\b/.exec(rest) ?? [];
    if (word === undefined || (name !== 'RUN' && name !== 'ADD')) return [];
    const message = `${source}, line ${line}: ${name} names ${word}, but the text is for all architectures; use $TARGETARCH or an entry of its own`;
    return [{ level: 'warning', reason: 'ArchitectureInText', source, line, message }];
  });
}
