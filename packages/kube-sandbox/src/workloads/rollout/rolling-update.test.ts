import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proportionalSizes, rollingUpdate, type SetSize } from './rolling-update.ts';

const sizes = fc
  .record({
    replicas: fc.integer({ min: 0, max: 12 }),
    maxSurge: fc.integer({ min: 0, max: 4 }),
    maxUnavailable: fc.integer({ min: 0, max: 4 }),
  })
  .filter(({ maxSurge, maxUnavailable }) => maxSurge + maxUnavailable > 0)
  .map((size) => ({ ...size, maxUnavailable: Math.min(size.maxUnavailable, size.replicas) }))
  .filter(({ replicas, maxSurge, maxUnavailable }) => replicas === 0 || maxSurge + maxUnavailable > 0);

test('a rolling update ends with the new pods only, never has more than its surge, and never too few', () => {
  fc.assert(
    fc.property(sizes, fc.array(fc.boolean(), { maxLength: 200 }), (size, delays) => {
      let fresh: SetSize = { name: 'new', replicas: 0, available: 0 };
      let old: readonly SetSize[] = [{ name: 'old', replicas: size.replicas, available: size.replicas }];
      for (let turn = 0; turn < 400; turn++) {
        const resizing = rollingUpdate(fresh, old, size);
        const resized = (set: SetSize): SetSize => {
          const replicas = resizing.get(set.name) ?? set.replicas;
          return { ...set, replicas, available: Math.min(set.available, replicas) };
        };
        [fresh, old] = [resized(fresh), old.map(resized)];
        const all = [fresh, ...old];
        const sum = (of: 'replicas' | 'available') => all.reduce((total, set) => total + set[of], 0);
        expect(sum('replicas')).toBeLessThanOrEqual(size.replicas + size.maxSurge);
        expect(sum('available')).toBeGreaterThanOrEqual(size.replicas - size.maxUnavailable);
        // pods become available when they like
        if (delays[turn] !== false && fresh.available < fresh.replicas)
          fresh = { ...fresh, available: fresh.available + 1 };
      }
      expect([fresh.available, ...old.map(({ replicas }) => replicas)]).toEqual([size.replicas, 0]);
    }),
    { numRuns: 100 },
  );
});

test('a Deployment that is scaled amid a rollout gives each set its share', () => {
  fc.assert(
    fc.property(
      sizes,
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 4 }),
      (size, counts) => {
        const sets = counts.map((replicas, index) => ({ name: `s${index}`, replicas, available: replicas }));
        const resized = proportionalSizes(sets, size);
        const total = sets.reduce((sum, { name, replicas }) => sum + (resized.get(name) ?? replicas), 0);
        const before = counts.reduce((sum, count) => sum + count, 0);
        expect(total).toBe(before === 0 ? 0 : size.replicas === 0 ? 0 : size.replicas + size.maxSurge);
      },
    ),
    { numRuns: 100 },
  );
});
