/** One ReplicaSet of a Deployment, in numbers. */
export interface SetSize {
  readonly name: string;
  /** Asked for. */
  readonly replicas: number;
  readonly available: number;
}

/** What a Deployment asks for, in pods. */
export interface RolloutSize {
  readonly replicas: number;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/** ReplicaSets that get another size, by name. */
export type Resizing = ReadonlyMap<string, number>;

const nothing: Resizing = new Map();

/**
 * The next step of a rolling update: the new set grows as far as `maxSurge` lets it, else old ones (oldest first) shrink as far
 * as `maxUnavailable` lets them, those that are not available first. Never are there more than `replicas + maxSurge` pods, and
 * what is available stays at least `replicas - maxUnavailable` as far as it depends on this.
 */
export function rollingUpdate(fresh: SetSize, old: readonly SetSize[], size: RolloutSize): Resizing {
  const grown = grow(fresh, old, size);
  return grown === fresh.replicas ? shrink(fresh, old, size) : new Map([[fresh.name, grown]]);
}

function sum(sets: readonly SetSize[], of: 'replicas' | 'available'): number {
  return sets.reduce((total, set) => total + set[of], 0);
}

function grow(fresh: SetSize, old: readonly SetSize[], { replicas, maxSurge }: RolloutSize): number {
  if (fresh.replicas >= replicas) return replicas;
  const room = replicas + maxSurge - fresh.replicas - sum(old, 'replicas');
  return room <= 0 ? fresh.replicas : fresh.replicas + Math.min(room, replicas - fresh.replicas);
}

function shrink(
  fresh: SetSize,
  old: readonly SetSize[],
  { replicas, maxUnavailable }: RolloutSize,
): Resizing {
  const least = replicas - maxUnavailable;
  const all = fresh.replicas + sum(old, 'replicas');
  const unavailable = fresh.replicas - fresh.available;
  let spare = all - least - unavailable;
  if (spare <= 0) return nothing;
  const left = new Map(old.map((set) => [set.name, set.replicas]));
  // those that are not available are missed by nobody
  for (const set of old) {
    const useless = Math.min(spare, Math.max(0, set.replicas - set.available));
    left.set(set.name, set.replicas - useless);
    spare -= useless;
  }
  let surplus = fresh.available + sum(old, 'available') - least;
  for (const set of old) {
    const now = left.get(set.name) ?? 0;
    const fewer = Math.max(0, Math.min(surplus, now));
    left.set(set.name, now - fewer);
    surplus -= fewer;
  }
  return new Map(
    [...left].filter(([name, count]) => count !== old.find((set) => set.name === name)?.replicas),
  );
}

/**
 * What becomes of a Deployment's sets when its size changes while several have pods: each gets its share, the larger ones and
 * the newer ones first. `sets` come newest first.
 */
export function proportionalSizes(sets: readonly SetSize[], { replicas, maxSurge }: RolloutSize): Resizing {
  const active = sets.filter((set) => set.replicas > 0);
  const before = sum(active, 'replicas');
  const target = replicas === 0 ? 0 : replicas + maxSurge;
  const missing = target - before;
  if (missing === 0 || before === 0) return nothing;
  const ordered = [...active].sort((one, other) => other.replicas - one.replicas);
  let left = missing;
  const sizes = new Map<string, number>();
  for (const set of ordered) {
    const share = Math.round((set.replicas * target) / before) - set.replicas;
    const taken = missing > 0 ? Math.min(share, left) : Math.max(share, left);
    sizes.set(set.name, Math.max(0, set.replicas + taken));
    left -= taken;
  }
  const [largest] = ordered;
  if (left !== 0 && largest !== undefined)
    sizes.set(largest.name, Math.max(0, (sizes.get(largest.name) ?? 0) + left));
  return new Map(
    [...sizes].filter(([name, count]) => count !== active.find((set) => set.name === name)?.replicas),
  );
}
