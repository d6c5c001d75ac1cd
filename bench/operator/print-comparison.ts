/** One measured figure beside the Go operator's. */
export interface Figure {
  readonly name: string;
  readonly ours: string;
  readonly theirs: string;
  /** What ours consists of. */
  readonly which?: string;
}

/** Figures of the Go operator 1.20 on a real kube-apiserver, recorded on a machine of this size. */
export const recorded = {
  edit: '38 ms',
  editRequests: '13.8',
  revert: '73 ms',
  revertRequests: '15.6',
  operands: '83 ms',
  operandsRequests: '41',
  memoryIdle: '66 MiB',
  memoryNodes: '400 MiB',
  newArchitecture: '324 ms',
  restart: '581-875 ms',
  restartRequests: '48-51',
} as const;

const differences = `Differences to keep in mind:
  - ours spoke to the embedded cluster in a process of its own (state in memory, no etcd), theirs to a real
    kube-apiserver with etcd: latency is not comparable as it stands, requests and memory are;
  - theirs ran without leader election, ours holds a lease (its renewals are the requests at rest, and are
    left out of the other counts);
  - theirs is release 1.20 with two operands more (migration, file restore), certificates through cert-manager
    and objects for admission policies; ours is the v1beta1 API of release 1.16 without a webhook;
  - both out of cluster, simulated operand controllers without delay, metrics and events on.`;

/** The table and what differs, as text. */
export function printComparison(figures: readonly Figure[]): string {
  const rows: readonly Figure[] = [{ name: '', ours: 'archipelago', theirs: 'Go operator' }, ...figures];
  const width = (of: (row: Figure) => string) => Math.max(...rows.map((row) => of(row).length));
  const [first, second, third] = [
    width(({ name }) => name),
    width(({ ours }) => ours),
    width(({ theirs }) => theirs),
  ];
  const lines = rows.map(({ name, ours, theirs }) =>
    `${name.padEnd(first)}  ${ours.padStart(second)}  ${theirs.padStart(third)}`.trimEnd(),
  );
  const which = figures.flatMap((figure) =>
    figure.which === undefined ? [] : [`  ${figure.name}: ${figure.which}`],
  );
  return `${lines.join('\n')}\n\nOf which\n${which.join('\n')}\n\n${differences}\n`;
}

/** The middle one; of an even number the upper of the two. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** `12.3 ms (min 10.1, max 20.2, n 20)`. */
export function milliseconds(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(1)} ms (${low.toFixed(1)}-${high.toFixed(1)}, n ${values.length})`;
}
