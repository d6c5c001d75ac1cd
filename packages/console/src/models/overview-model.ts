import {
  type JsonObject,
  type JsonValue,
  numberAt,
  objectAt,
  objectsAt,
  textsAt,
} from '@archipelago/apimachinery';
import type { OverviewModelWords } from '../words/overview-words.ts';
import { said } from './said.ts';

/** A part of the installation, as `archipelago status` tells it. */
interface PartModel {
  readonly name: string;
  readonly state: string;
  readonly summary: string;
  readonly more: string;
}

/** Something that is not well. */
export interface ProblemModel {
  readonly part: string;
  readonly object: string;
  readonly message: string;
  readonly fix: string;
}

interface NodeCell {
  readonly count: number;
  readonly ready: number;
  readonly cordoned: number;
  readonly notReady: readonly string[];
}

/** Architectures × roles. */
export interface NodesModel {
  readonly roles: readonly string[];
  /** A cell for each role; undefined: no such node. */
  readonly rows: readonly {
    readonly architecture: string;
    readonly cells: readonly (NodeCell | undefined)[];
  }[];
  readonly count: number;
  readonly problem: string;
}

/** Parts whose lists stand on cards of their own. */
type ListedPart = 'operands' | 'images' | 'alerts';

/** How it is as a whole. */
type Verdict =
  | 'well'
  | 'notWell'
  /** Of some parts nobody knows, and nothing is known to be wrong. */
  | 'notKnown';

/** What the overview shows. */
export interface OverviewModel {
  readonly verdict: Verdict;
  readonly namespace: string;
  readonly parts: readonly PartModel[];
  readonly problems: readonly ProblemModel[];
  readonly nodes: NodesModel;
  readonly operands: readonly { readonly kind: string; readonly name: string; readonly state: string }[];
  readonly images: readonly {
    readonly architecture: string;
    readonly ready: number;
    readonly wanted: number;
  }[];
  readonly alerts: readonly { readonly name: string; readonly severity: string; readonly message: string }[];
  /** What a list says that has nothing in it: that there is nothing, or that nobody could look. */
  readonly nothing: Readonly<Record<ListedPart, string>>;
}

const keys = [
  ...['operator', 'hyperConverged', 'operands', 'images'],
  ...['builds', 'findings', 'alerts', 'certificates'],
];

/** The overview, of what the console says. */
export function overviewModel(view: JsonValue, words: OverviewModelWords): OverviewModel {
  const names = keys.map((key) => [key, words.parts[key] ?? key] as const);
  return {
    verdict: verdictOf(view),
    namespace: said(view, 'namespace'),
    parts: names.map(([key, name]) => ({
      name,
      state: stateOf(view, key),
      summary: said(view, key, 'summary'),
      more: said(view, key, 'more'),
    })),
    problems: names.flatMap(([key, part]) =>
      objectsAt(view, key, 'problems').map((problem) => ({
        part,
        object: said(problem, 'object'),
        message: said(problem, 'message'),
        fix: said(problem, 'fix'),
      })),
    ),
    nodes: nodesModel(view, words),
    operands: objectsAt(view, 'operands', 'operands').map((operand) => ({
      kind: said(operand, 'kind'),
      name: said(operand, 'name'),
      state: said(operand, 'state'),
    })),
    images: objectsAt(view, 'images', 'architectures').map((each) => ({
      architecture: said(each, 'name'),
      ready: numberAt(each, 'ready') ?? 0,
      wanted: numberAt(each, 'wanted') ?? 0,
    })),
    alerts: objectsAt(view, 'alerts', 'firing').map((alert) => ({
      name: said(alert, 'name'),
      severity: said(alert, 'severity'),
      message: said(alert, 'message'),
    })),
    nothing: nothingOf(view, words),
  };
}

function verdictOf(view: JsonValue): Verdict {
  if (objectAt(view).well === true) return 'well';
  const isKnown = (key: string) => stateOf(view, key) !== 'unknown';
  return keys.filter(isKnown).some((key) => !['well', 'absent'].includes(stateOf(view, key)))
    ? 'notWell'
    : 'notKnown';
}

function stateOf(view: JsonValue, part: string): string {
  return said(view, part, 'state') || 'unknown';
}

/** Of what could not be looked at nobody can say that it is empty. */
function nothingOf(view: JsonValue, words: OverviewModelWords): OverviewModel['nothing'] {
  const textOf = (part: ListedPart, text: string) =>
    stateOf(view, part) === 'unknown' ? words.notLookedAt : text;
  return {
    operands: textOf('operands', words.none),
    images: textOf('images', words.none),
    alerts: textOf('alerts', words.noneFires),
  };
}

function nodesModel(view: JsonValue, words: OverviewModelWords): NodesModel {
  // a group's roles are one column: a node that is both is neither the one nor the other
  const rolesOf = (group: JsonObject) => textsAt(group, 'roles').join(', ') || words.noRole;
  const architectureOf = (group: JsonObject) => said(group, 'architecture') || words.noArchitecture;
  const groups = objectsAt(view, 'nodes', 'groups');
  const roles = [...new Set(groups.map(rolesOf))].sort();
  const architectures = [...new Set(groups.map(architectureOf))].sort();
  const cellOf = (architecture: string, role: string) =>
    groups.find((group) => architectureOf(group) === architecture && rolesOf(group) === role);
  return {
    roles,
    rows: architectures.map((architecture) => ({
      architecture,
      cells: roles.map((role) => nodeCell(cellOf(architecture, role))),
    })),
    count: groups.reduce((sum, group) => sum + (numberAt(group, 'count') ?? 0), 0),
    problem: said(view, 'nodes', 'problem'),
  };
}

function nodeCell(group: JsonObject | undefined): NodeCell | undefined {
  if (group === undefined) return undefined;
  return {
    count: numberAt(group, 'count') ?? 0,
    ready: numberAt(group, 'ready') ?? 0,
    cordoned: numberAt(group, 'cordoned') ?? 0,
    notReady: textsAt(group, 'notReady').map((_, index) => said(group, 'notReady', index)),
  };
}
