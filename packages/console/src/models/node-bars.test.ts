import { describe, expect, it } from 'vitest';
import { nodeBars } from './node-bars.ts';

const bars = (...groups: readonly object[]) =>
  nodeBars({ nodes: { groups: groups.map((each) => ({ ...each })) } }, 'not told');

describe('nodes as bars', () => {
  it('are summed over roles, and as long as there are many', () => {
    const [amd64, arm64, none] = bars(
      { architecture: 'arm64', count: 10, ready: 10, usable: 10 },
      { architecture: 'amd64', count: 15, ready: 15, usable: 10 },
      { architecture: 'amd64', count: 5, ready: 0, usable: 0 },
      { count: 1, ready: 1, usable: 1 },
    );
    expect(amd64).toEqual({
      ...{ architecture: 'amd64', count: 20 },
      segments: [
        { state: 'usable', count: 10, start: 0, width: 50 },
        { state: 'cordoned', count: 5, start: 50, width: 25 },
        { state: 'notReady', count: 5, start: 75, width: 25 },
      ],
    });
    expect(arm64?.segments).toEqual([{ state: 'usable', count: 10, start: 0, width: 50 }]);
    expect(none?.architecture).toBe('not told');
  });

  it('show one node of thousands, and stay within a hundred', () => {
    const [bar] = bars({ architecture: 'amd64', count: 5_000, ready: 4_999, usable: 4_999 });
    const last = bar?.segments.at(-1);
    expect(last).toMatchObject({ state: 'notReady', count: 1 });
    expect(last?.width).toBeGreaterThan(1);
    expect((last?.start ?? 0) + (last?.width ?? 0)).toBeCloseTo(100);
  });

  it('are none where nothing is told', () => {
    for (const view of [null, {}, { nodes: 1 }]) expect(nodeBars(view, '')).toEqual([]);
  });
});
