/** How many workers of one architecture. */
export interface WorkerCount {
  readonly architecture: string;
  readonly count: number;
}

type ParsedNodeCounts =
  | { readonly ok: true; readonly workers: readonly WorkerCount[] }
  /** Names the item and the rule it breaks. */
  | { readonly ok: false; readonly message: string };

/** Architectures that Kubernetes publishes node binaries for, as the label kubernetes.io/arch names them. */
export const nodeArchitectures: readonly string[] = ['amd64', 'arm64', 'ppc64le', 's390x'];

const mostNodes = 5000;

/** The workers of a sandbox unless somebody asks for others. */
export const standardWorkers: readonly WorkerCount[] = [
  { architecture: 'amd64', count: 3 },
  { architecture: 'arm64', count: 2 },
  { architecture: 's390x', count: 1 },
];

/** Reads `amd64=3,arm64=2`: workers by architecture; the control planes come on top. */
export function parseNodeCounts(text: string): ParsedNodeCounts {
  const workers = new Map<string, number>();
  for (const item of text.split(',').map((part) => part.trim())) {
    const parsed = parseItem(item);
    if (typeof parsed === 'string') return { ok: false, message: parsed };
    if (workers.has(parsed.architecture))
      return { ok: false, message: `${parsed.architecture} is given twice; add the counts up` };
    workers.set(parsed.architecture, parsed.count);
  }
  const total = [...workers.values()].reduce((sum, count) => sum + count, 0);
  if (total > mostNodes)
    return { ok: false, message: `${total} workers are more than the ${mostNodes} a sandbox can have` };
  return { ok: true, workers: [...workers].map(([architecture, count]) => ({ architecture, count })) };
}

function parseItem(item: string): WorkerCount | string {
  const shown = JSON.stringify(item.length > 40 ? `${item.slice(0, 40)}…` : item);
  const [, architecture, digits] = /^([^=]*)=(.*)$/s.exec(item) ?? [];
  if (architecture === undefined || digits === undefined)
    return `${shown} is not ARCHITECTURE=COUNT, such as amd64=3`;
  if (!nodeArchitectures.includes(architecture)) return unknownArchitecture(architecture);
  if (!/^[1-9]\d{0,9}$/.test(digits))
    return `${shown}: the count must be a whole number from 1 to ${mostNodes}`;
  return { architecture, count: Number(digits) };
}

/** What people call the architectures elsewhere. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['x86_64', 'amd64'],
  ['x86-64', 'amd64'],
  ['x64', 'amd64'],
  ['aarch64', 'arm64'],
  ['arm', 'arm64'],
  ['power', 'ppc64le'],
  ['ppc64', 'ppc64le'],
  ['z', 's390x'],
  ['s390', 's390x'],
]);

function unknownArchitecture(architecture: string): string {
  const meant = otherNames.get(architecture.toLowerCase());
  const known = nodeArchitectures.join(', ');
  const hint = meant === undefined ? `known are ${known}` : `Kubernetes calls it ${meant}`;
  return `unknown architecture ${JSON.stringify(architecture.slice(0, 40))}; ${hint}`;
}
