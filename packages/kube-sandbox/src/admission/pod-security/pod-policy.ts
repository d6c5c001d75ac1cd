import { type FieldError, type JsonObject, valueAt } from '@archipelago/apimachinery';
import { invalidValue } from '../../validation/field-errors.ts';

type Level = 'privileged' | 'baseline' | 'restricted';

/** A level as of a version 1.N. */
export interface LevelVersion {
  readonly level: Level;
  /** Infinite for the latest. */
  readonly version: number;
  /** `restricted:latest`. */
  readonly text: string;
}

/** What a namespace's labels ask for. */
export interface PodPolicy {
  readonly enforce: LevelVersion;
  readonly warn: LevelVersion;
  readonly errors: readonly FieldError[];
}

const levels: readonly Level[] = ['privileged', 'baseline', 'restricted'];
const prefix = 'pod-security.kubernetes.io/';
const latest = Number.POSITIVE_INFINITY;

/** How strict a level is. */
export function strictness(level: Level): number {
  return levels.indexOf(level);
}

interface Mode {
  readonly level: Level;
  readonly version: number;
  readonly isLevelSet: boolean;
  readonly isVersionSet: boolean;
  readonly errors: readonly FieldError[];
}

/** A label that cannot be read counts as `otherwise`, and as the latest version. */
function readMode(labels: JsonObject, mode: string, otherwise: Level): Mode {
  const [levelKey, versionKey] = [`${prefix}${mode}`, `${prefix}${mode}-version`];
  const [wanted, wantedVersion] = [valueAt(labels, levelKey), valueAt(labels, versionKey)];
  const level = wanted === undefined ? 'privileged' : levels.find((each) => each === wanted);
  const version = readVersion(wantedVersion ?? 'latest');
  return {
    level: level ?? otherwise,
    version: version ?? latest,
    isLevelSet: wanted !== undefined,
    isVersionSet: wantedVersion !== undefined,
    errors: [
      ...(level === undefined
        ? [invalidValue(`metadata.labels[${levelKey}]`, wanted ?? '', `must be one of ${levels.join(', ')}`)]
        : []),
      ...(version === undefined
        ? [invalidValue(`metadata.labels[${versionKey}]`, wantedVersion ?? '', 'must be "latest" or "v1.x"')]
        : []),
    ],
  };
}

function readVersion(text: unknown): number | undefined {
  if (text === 'latest') return latest;
  const [, minor] = /^v1\.(0|[1-9][0-9]*)$/.exec(String(text)) ?? [];
  return minor === undefined ? undefined : Number(minor);
}

function levelVersion({ level, version }: Pick<Mode, 'level' | 'version'>): LevelVersion {
  return { level, version, text: `${level}:${version === latest ? 'latest' : `v1.${version}`}` };
}

/** Reads the labels of a namespace. There is no audit log: what is only for it is checked and does nothing. */
export function podPolicy(labels: JsonObject): PodPolicy {
  const enforce = readMode(labels, 'enforce', 'restricted');
  const audit = readMode(labels, 'audit', 'privileged');
  const warn = readMode(labels, 'warn', 'privileged');
  const isReadable =
    enforce.isLevelSet && levels.some((level) => level === valueAt(labels, `${prefix}enforce`));
  const warned =
    !warn.isLevelSet && isReadable && strictness(enforce.level) > strictness(warn.level)
      ? { level: enforce.level, version: warn.isVersionSet ? warn.version : enforce.version }
      : warn;
  return {
    enforce: levelVersion(enforce),
    warn: levelVersion(warned),
    errors: [...enforce.errors, ...audit.errors, ...warn.errors],
  };
}
