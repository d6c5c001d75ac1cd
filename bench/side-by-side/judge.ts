import { isJsonObject, type JsonValue } from '@archipelago/apimachinery';

/** A figure of ours and what it must not exceed. */
interface Limit {
  readonly name: string;
  /** Where bench.py writes it; of a list the largest counts. */
  readonly path: string;
  /** A number, or the Go operator's own figure at the same place. */
  readonly most: number | 'theirs';
  readonly unit: string;
}

const limits: readonly Limit[] = [
  { name: 'requests to converge', path: 'converge.requests_until_quiet.total', most: 20, unit: '' },
  { name: 'requests per edit', path: 'edit.requests_per_edit', most: 3, unit: '' },
  { name: 'requests per revert', path: 'revert.requests_per_revert', most: 3, unit: '' },
  { name: 'edit, median', path: 'edit.median_ms', most: 'theirs', unit: 'ms' },
  { name: 'revert, median', path: 'revert.median_ms', most: 'theirs', unit: 'ms' },
  {
    name: 'restart with a pending edit',
    path: 'restart.start_to_first_effect_s',
    most: 'theirs',
    unit: 's',
  },
  { name: 'CPU per edit', path: 'edit.cpu_ms_per_edit', most: 8, unit: 'ms' },
  { name: 'memory, idle', path: 'idle_before_cr.rss_mib', most: 70, unit: 'MiB' },
  { name: 'memory, at rest for a minute', path: 'steady.proc.rss_mib', most: 65, unit: 'MiB' },
  { name: 'memory, converged', path: 'after_converge.rss_mib', most: 75, unit: 'MiB' },
  { name: '5,000 nodes: memory, peak', path: 'nodes.5000.after_create.peak_rss_mib', most: 130, unit: 'MiB' },
  {
    name: '5,000 nodes: memory after a start, peak',
    path: 'nodes.5000.fresh_proc.peak_rss_mib',
    most: 130,
    unit: 'MiB',
  },
  {
    name: '5,000 nodes: new architecture in the status, longest',
    path: 'nodes.5000.arm64_appears.max_ms',
    most: 40,
    unit: 'ms',
  },
  {
    name: '5,000 nodes: CPU while they join',
    path: 'nodes.5000.cpu_s_during_create',
    most: 10,
    unit: 's',
  },
];

/** A table of what the operator must reach and what it does; figures that were not measured are left out. */
export function judge(ours: JsonValue, theirs: JsonValue): string {
  const lines = limits.flatMap(({ name, path, most, unit }) => {
    const [value, limit] = [largest(ours, path), most === 'theirs' ? largest(theirs, path) : most];
    if (value === undefined || limit === undefined) return [];
    const whose = most === 'theirs' ? ' (Go)' : '';
    return [
      `| ${name} | ${value} ${unit} | ${limit} ${unit}${whose} | ${value <= limit ? 'yes' : '**no**'} |`,
    ];
  });
  return ['| limit | measured | at most | reached |', '|---|---|---|---|', ...lines].join('\n');
}

/** Our latencies as ratios to those of a client that does nothing but see an event and send a PUT, in the same cluster. */
export function overBare(ours: JsonValue, bare: JsonValue): string {
  const lines = ['edit', 'revert'].flatMap((what) => {
    const [mine, least] = [largest(ours, `${what}.median_ms`), largest(bare, `${what}.median_ms`)];
    if (mine === undefined || least === undefined) return [];
    const ratio = mine / least;
    const reached = ratio <= mostOverBare ? 'yes' : '**no**';
    return [
      `| ${what}, median | ${mine} ms | ${least} ms | ${ratio.toFixed(2)} | ${mostOverBare} | ${reached} |`,
    ];
  });
  const head = '| over a bare client | ours | bare | ratio | at most | reached |\n|---|---|---|---|---|---|';
  return [head, ...lines].join('\n');
}

const mostOverBare = 1.25;

/** Kinds of requests other than the lease's while nothing happens. */
export function requestsAtRest(ours: JsonValue): readonly string[] {
  const counted = at(ours, ['steady', 'requests', 'by_verb_resource']);
  return Object.entries(isJsonObject(counted) ? counted : {})
    .filter(([what]) => !what.endsWith(' leases'))
    .map(([what, count]) => `${count} ${what}`);
}

function largest(result: JsonValue, path: string): number | undefined {
  const keys = path.split('.');
  const found = at(result, keys);
  if (typeof found === 'number') return found;
  const list = at(result, keys.slice(0, -1));
  const values = (Array.isArray(list) ? list : []).flatMap((each: JsonValue) => {
    const value = at(each, keys.slice(-1));
    return typeof value === 'number' ? [value] : [];
  });
  return values.length === 0 ? undefined : Math.max(...values);
}

function at(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (part, key) => (isJsonObject(part) ? part[key] : undefined),
    value,
  );
}
