import type { JsonObject } from '@archipelago/apimachinery';
import { expect, it } from 'vitest';
import { innerNetworks } from './gather-inputs.ts';

const pods = { clusterNetwork: [{ cidr: '10.128.0.0/14' }, { hostPrefix: 23 }, { cidr: 'fd01::/48' }] };

it.each<[string, JsonObject | undefined, readonly string[]]>([
  ['nothing', undefined, []],
  [
    'the spec alone',
    { spec: { ...pods, serviceNetwork: ['172.30.0.0/16'] } },
    ['10.128.0.0/14', 'fd01::/48', '172.30.0.0/16'],
  ],
  [
    'the status, which is in effect',
    { spec: pods, status: { clusterNetwork: [], serviceNetwork: ['172.31.0.0/16', 7] } },
    ['172.31.0.0/16'],
  ],
])('networks inside the cluster are those of %s', (_, network, expected) => {
  expect(innerNetworks({ configuration: () => network })).toEqual(expected);
});
