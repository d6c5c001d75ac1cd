import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { configureNodes } from './configure-nodes.ts';

const bridge = (port: string): JsonObject => ({
  name: 'br1',
  type: 'linux-bridge',
  state: 'up',
  bridge: { port: [{ name: port }] },
});

/** `a` and `d` have eth1, the others have not. */
const nodes = ['d', 'c', 'b', 'a'].map((name) => ({
  name,
  interfaces: ['eth0', ...(['a', 'd'].includes(name) ? ['eth1'] : [])],
}));

function outcomes(interfaces: readonly JsonObject[], more: JsonObject = {}): string {
  const found = configureNodes({ desiredState: { interfaces }, ...more }, nodes);
  return [...found].map(([name, { is }]) => `${name}:${is}`).join(' ');
}

describe('a policy on nodes', () => {
  it.each<[string, readonly JsonObject[], JsonObject, string]>([
    [
      'is carried out where its ports are',
      [bridge('eth0')],
      {},
      'a:configured b:configured c:configured d:configured',
    ],
    [
      'half of the nodes at a time, and after a failure no more',
      [bridge('eth1')],
      {},
      'a:configured b:failed c:aborted d:aborted',
    ],
    [
      'as many at a time as it says',
      [bridge('eth1')],
      { maxUnavailable: 1 },
      'a:configured b:failed c:aborted d:aborted',
    ],
    [
      'all at a time',
      [bridge('eth1')],
      { maxUnavailable: '100%' },
      'a:configured b:failed c:failed d:configured',
    ],
    [
      'may build upon what it makes itself',
      [{ name: 'bond0', type: 'bond', 'link-aggregation': { port: ['eth0'] } }, bridge('bond0')],
      {},
      'a:configured b:configured c:configured d:configured',
    ],
    [
      'does not need what is to go',
      [{ ...bridge('eth9'), state: 'absent' }],
      {},
      'a:configured b:configured c:configured d:configured',
    ],
    [
      'needs the card of a VLAN',
      [{ name: 'eth9.5', type: 'vlan', vlan: { 'base-iface': 'eth9', id: 5 } }],
      { maxUnavailable: 4 },
      'a:failed b:failed c:failed d:failed',
    ],
    [
      'needs the card that it sets up',
      [{ name: 'eth1', type: 'ethernet', state: 'up' }],
      { maxUnavailable: 4 },
      'a:configured b:failed c:failed d:configured',
    ],
  ])('%s', (_, interfaces, more, expected) => {
    expect(outcomes(interfaces, more)).toBe(expected);
  });
});
