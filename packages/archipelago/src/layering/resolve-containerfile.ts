import type { Architecture } from '../api/architectures.ts';
import type { Finding } from '../api/finding.ts';
import { type ContainerfileArch, containerfileArchOf } from './architecture.ts';
import { instructionsOf } from './instructions.ts';
import { shortNamesIn } from './short-names.ts';

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
    | 'ShortImageName'
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
      ...namesWithoutRegistry(text, source),
      ...(source === 'NoArch' && wanted.length > 1 ? foreignWords(text, source) : []),
    ];
  });
}

const sources: readonly ContainerfileArch[] = ['NoArch', 'AMD64', 'ARM64', 'PPC64LE', 'S390X'];

function unused(source: ContainerfileArch): ContainerfileFinding {
  const message = `the entry ${source} is not built: no architecture of the pool uses it`;
  return { level: 'info', reason: 'UnusedContainerfile', source, line: 0, message };
}

const known = new Set(
  (
    'ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN SHELL STOPSIGNAL USER ' +
    'VOLUME WORKDIR'
  ).split(' '),
);

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

/** Nobody but the builder knows where such a name leads, so no login goes with it. */
function namesWithoutRegistry(text: string, source: ContainerfileArch): readonly ContainerfileFinding[] {
  return shortNamesIn(text).map(({ line, name }): ContainerfileFinding => {
    const hub = name.includes('/') ? `docker.io/${name}` : `docker.io/library/${name}`;
    const message = `${source}, line ${line}: ${name} names no registry: it is looked for where the builder's registries.conf says, and without a login; write the registry (that of Docker Hub would be ${hub})`;
    return { level: 'warning', reason: 'ShortImageName', source, line, message };
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
