import type { LookAtPage } from '../../../../console/answer-api.ts';
import { unreachableBecause } from '../../../cluster/unreachable-because.ts';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';
import type { Io } from '../../../process/io.ts';
import { createSharedNodes } from '../../../sharing/shared-nodes.ts';
import { lookAtPage } from './look-at-page.ts';

type Looks = ReadonlyMap<string, (io: Io) => Promise<object>>;

/**
 * Pages that are looked at wholly or not at all: a command says of each part that it could not be looked at, which is true where a right is
 * missing. Where the server has gone meanwhile, half a look would take the place of what was seen last.
 */
export function wholeLooks<Options extends ClusterOptions>(
  options: Options,
  io: Io,
  looksOf: (options: Options) => Looks,
): ReadonlyMap<string, LookAtPage> {
  const names = [...looksOf(options).keys()];
  return new Map(
    names.map((name) => {
      const look = async (heard: Io): Promise<object> => {
        const lost: Error[] = [];
        const onLost = (error: Error) => lost.push(error);
        const watched = { ...options, onLost, nodes: createSharedNodes() };
        const seen = await looksOf(watched).get(name)?.(heard);
        const [first] = lost;
        if (first !== undefined || seen === undefined) throw unreachableBecause(first, '');
        return seen;
      };
      return [name, lookAtPage(look, io)];
    }),
  );
}
