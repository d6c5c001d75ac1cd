import { type Architecture, architectures, isArchitecture } from '../api/architectures.ts';
import type { Finding } from '../api/finding.ts';

/** What detection needs of a Node that belongs to the pool. */
export interface PoolNode {
  readonly name: string;
  /** `status.nodeInfo.architecture`; undefined until the kubelet has reported. */
  readonly architecture: string | undefined;
  /** `status.nodeInfo.operatingSystem`; undefined as above. */
  readonly operatingSystem: string | undefined;
  /** Label `kubernetes.io/arch`, by which the scheduler goes. */
  readonly labelledArchitecture: string | undefined;
  readonly ready: boolean;
}

/** An architecture that was wanted before. */
interface KnownArchitecture {
  readonly name: Architecture;
  /** Whether an image was ever built for it. What has left without one has left nothing to come back to. */
  readonly isBuilt: boolean;
  /** RFC 3339; when its last node was found gone. Absent while there is one: a status at rest does not move. */
  readonly goneSince?: string | undefined;
}

export interface DetectionInput {
  readonly nodes: readonly PoolNode[];
  /** `spec.architectures`: set by the user instead of detected; undefined or empty: detect. */
  readonly explicit?: readonly Architecture[] | undefined;
  /** Of machine sets without machines yet. */
  readonly expected?: readonly Architecture[] | undefined;
  /** From the status, as it was before. */
  readonly known: readonly KnownArchitecture[];
  readonly time: {
    /** Whether a time has come; milliseconds since 1970. */
    hasCome(at: number): boolean;
    /** Now, RFC 3339. */
    stamp(): string;
  };
  /** How long the last node's departure is waited out. */
  readonly removalGraceSeconds: number;
}

export interface DetectedArchitecture {
  readonly name: Architecture;
  readonly nodes: number;
  readonly ready: number;
  /** Why it is wanted; `Departed`: its last node is gone, not yet for long. */
  readonly source: 'Nodes' | 'Expected' | 'Explicit' | 'Departed';
  /** Of a departed one. */
  readonly goneSince: string | undefined;
}

/** What is wrong with the nodes or the wish, with the condition's reason. */
interface DetectionFinding extends Pick<Finding, 'message'> {
  readonly reason: 'NoArchitectures' | 'ArchLabelMismatch' | 'UnsupportedArchitecture';
}

export interface Detection {
  /** Sorted by name, whatever the order of the nodes. */
  readonly architectures: readonly DetectedArchitecture[];
  /** Wanted before, gone before an image was built: left out at once. */
  readonly leftUnbuilt: readonly Architecture[];
  readonly findings: readonly DetectionFinding[];
}

/**
 * The architectures a pool's images are wanted for (`docs/compatibility/layering.md#architectures-of-a-pool`). A node that is
 * cordoned or not ready counts: it will need the image. Nothing is ever assumed: a pool without nodes, wish and past has none.
 */
export function detectArchitectures(input: DetectionInput): Detection {
  const { usable, findings } = sortOut(input.nodes);
  const wanted = architectures.flatMap((name) => {
    const nodes = usable.filter(({ architecture }) => architecture === name);
    const source = sourceOf(name, nodes.length, input);
    return source === undefined ? [] : [described(name, nodes, source, input)];
  });
  const none: DetectionFinding = {
    reason: 'NoArchitectures',
    message: 'the pool has no nodes; list its architectures in spec.architectures, or add a node',
  };
  const leftUnbuilt = input.known.flatMap(({ name, isBuilt }) =>
    isBuilt || wanted.some((one) => one.name === name) ? [] : [name],
  );
  return {
    architectures: wanted,
    leftUnbuilt,
    findings: wanted.length === 0 ? [...findings, none] : findings,
  };
}

function sortOut(nodes: readonly PoolNode[]) {
  const reported = nodes.filter(({ architecture }) => architecture !== undefined && architecture !== '');
  const findings = reported.flatMap((node) => findingOf(node) ?? []);
  const usable = reported.filter((node) => findingOf(node) === undefined);
  return { usable, findings };
}

function findingOf(node: PoolNode): DetectionFinding | undefined {
  const { name, architecture, operatingSystem, labelledArchitecture } = node;
  if (!isArchitecture(architecture) || (operatingSystem ?? 'linux') !== 'linux') {
    const what = `${operatingSystem ?? 'linux'}/${architecture}`;
    return {
      reason: 'UnsupportedArchitecture',
      message: `node ${name} is ${what}; images are built for linux on ${architectures.join(', ')}`,
    };
  }
  if (labelledArchitecture === undefined || labelledArchitecture === architecture) return undefined;
  return {
    reason: 'ArchLabelMismatch',
    message: `node ${name} reports ${architecture}, but its label kubernetes.io/arch says ${labelledArchitecture}; correct the label`,
  };
}

function sourceOf(
  name: Architecture,
  nodes: number,
  input: DetectionInput,
): DetectedArchitecture['source'] | undefined {
  const { explicit = [], expected = [] } = input;
  if (explicit.length > 0) return explicit.includes(name) ? 'Explicit' : undefined;
  if (nodes > 0) return 'Nodes';
  if (expected.includes(name)) return 'Expected';
  return isStillKept(name, input) ? 'Departed' : undefined;
}

/** What has an image keeps it for a while: its nodes may come back. */
function isStillKept(name: Architecture, { known, time, removalGraceSeconds }: DetectionInput): boolean {
  const before = known.find((each) => each.name === name);
  if (before?.isBuilt !== true) return false;
  const goneAt = Date.parse(before.goneSince ?? time.stamp());
  return !time.hasCome(goneAt + removalGraceSeconds * 1000);
}

function described(
  name: Architecture,
  nodes: readonly PoolNode[],
  source: DetectedArchitecture['source'],
  { known, time }: DetectionInput,
): DetectedArchitecture {
  const goneSince = known.find((each) => each.name === name)?.goneSince;
  return {
    name,
    nodes: nodes.length,
    ready: nodes.filter(({ ready }) => ready).length,
    source,
    goneSince: source === 'Departed' ? (goneSince ?? time.stamp()) : undefined,
  };
}
