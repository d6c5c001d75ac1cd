import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberAt,
  objectsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { said } from './said.ts';

/** Something to say about a line of a text. */
export interface YamlFinding {
  readonly isError: boolean;
  /** From 1; undefined: the whole text. */
  readonly line: number | undefined;
  readonly text: string;
}

/** What an edited text comes to. */
interface YamlModel {
  /** Undefined: it is not to be planned. */
  readonly patch: JsonObject | undefined;
  readonly findings: readonly YamlFinding[];
}

/** Of what the console answers. */
export function yamlModel(answer: JsonValue): YamlModel {
  const [patch, problem] = [valueAt(answer, 'patch'), said(answer, 'problem', 'message')];
  const unread = problem === '' ? [] : [{ isError: true, line: undefined, text: problem }];
  return {
    patch: isJsonObject(patch) ? patch : undefined,
    findings: [...unread, ...objectsAt(answer, 'findings').map(findingOf)],
  };
}

function findingOf(finding: JsonObject): YamlFinding {
  const [at, fix] = [said(finding, 'at'), said(finding, 'fix')];
  const about = at === '' ? '' : `${at}: `;
  return {
    isError: finding.level !== 'warning',
    line: numberAt(finding, 'line'),
    text: `${about}${said(finding, 'message')}${fix === '' ? '' : `; ${fix}`}`,
  };
}

/** Where a line of a text begins and ends, to be selected. */
export function lineRange(text: string, line: number): readonly [start: number, end: number] {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return [start, start + (lines[line - 1] ?? '').length];
}
