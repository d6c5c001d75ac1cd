import { type JsonObject, type JsonValue, numberAt, objectsAt } from '@archipelago/apimachinery';
import { said } from './said.ts';

const states = ['usable', 'cordoned', 'notReady'] as const;

/** How nodes of an architecture are; `usable`: ready and not cordoned. */
type NodeState = (typeof states)[number];

/** The nodes of an architecture as a bar. */
export interface NodeBar {
  readonly architecture: string;
  readonly count: number;
  readonly segments: readonly {
    readonly state: NodeState;
    readonly count: number;
    /** Of a hundred, which the architecture with most nodes fills. */
    readonly start: number;
    readonly width: number;
  }[];
}

/** What is there is seen, be it one node of thousands. */
const least = 1.5;

/** Nodes by architecture and state, as bars: as readable for five nodes as for five thousand. */
export function nodeBars(view: JsonValue, noArchitecture: string): readonly NodeBar[] {
  const groups = objectsAt(view, 'nodes', 'groups');
  const architectureOf = (group: JsonObject) => said(group, 'architecture') || noArchitecture;
  const names = [...new Set(groups.map(architectureOf))].sort();
  const counted = names.map((architecture) => ({
    architecture,
    counts: countsOf(groups.filter((group) => architectureOf(group) === architecture)),
  }));
  const most = Math.max(1, ...counted.map(({ counts }) => sum(counts)));
  return counted.map(({ architecture, counts }) => ({
    architecture,
    count: sum(counts),
    segments: segmentsOf(counts, most),
  }));
}

/** In the order of the states. */
function countsOf(groups: readonly JsonObject[]): readonly number[] {
  const of = (member: string) => groups.reduce((total, group) => total + (numberAt(group, member) ?? 0), 0);
  const [count, ready, usable] = [of('count'), of('ready'), of('usable')];
  return [usable, ready - usable, count - ready].map((each) => Math.max(each, 0));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, each) => total + each, 0);
}

function segmentsOf(counts: readonly number[], most: number): NodeBar['segments'] {
  const widths = counts.map((count) => (count === 0 ? 0 : Math.max((count / most) * 100, least)));
  // what small ones were given the large ones lack
  const shrink = Math.min(1, 100 / Math.max(sum(widths), 1));
  let start = 0;
  return states.flatMap((state, index) => {
    const [count = 0, width = 0] = [counts[index], (widths[index] ?? 0) * shrink];
    if (count === 0) return [];
    const segment = { state, count, start, width };
    start += width;
    return [segment];
  });
}
