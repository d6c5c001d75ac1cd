import { ApiConnectionError } from '@archipelago/kube-client';
import { expect, it } from 'vitest';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';
import type { Io } from '../../../process/io.ts';
import { wholeLooks } from './whole-looks.ts';

const io: Io = { out: () => undefined, err: () => undefined, read: async () => '', color: false };
const before = { view: { images: { state: 'well' } }, notes: [] };
const half = { images: { state: 'unknown' } };

function look(lose: (options: ClusterOptions) => void) {
  const looksOf = (options: ClusterOptions) =>
    new Map([
      [
        'overview',
        async () => {
          lose(options);
          return half;
        },
      ],
    ]);
  return wholeLooks({}, io, looksOf).get('overview')?.(before);
}

it('what may not be seen is a part of what is seen', async () => {
  expect(await look(() => undefined)).toEqual({ view: half, notes: [] });
});

it('half a look, in which the server went away, does not take the place of what was seen last', async () => {
  const lost = new ApiConnectionError('unreachable', 'GET /x at http://a: gone');
  expect(await look(({ onLost }) => onLost?.(lost))).toEqual({
    ...before,
    problem: { kind: 'notSeen', message: expect.stringContaining('GET /x at http://a: gone') },
  });
});

it('a look after that is a whole one', async () => {
  let times = 0;
  const looksOf = ({ onLost }: ClusterOptions) => {
    const lookNow = async () => {
      times += 1;
      if (times === 1) onLost?.(new ApiConnectionError('unreachable', 'gone'));
      return half;
    };
    return new Map([['overview', lookNow]]);
  };
  const page = wholeLooks({}, io, looksOf).get('overview');
  expect(await page?.(before)).toHaveProperty('problem');
  expect(await page?.(before)).toEqual({ view: half, notes: [] });
});
