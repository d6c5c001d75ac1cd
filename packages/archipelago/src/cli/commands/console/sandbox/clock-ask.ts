import { objectAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { ApiResult, KubernetesClient } from '@archipelago/kube-client';
import type { Ask } from '../../../../console/answer-api.ts';
import { advancePath, clockPath } from '../../../../simulation/actors/clock/clock-api.ts';
import { durationMs, durationText } from '../../../../simulation/actors/clock/clock-memory.ts';
import { withClient } from '../../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import { parseAdvance } from '../../sandbox/run-sandbox-clock.ts';
import { answerWith } from '../looking/answer-with.ts';
import { answerProposal, type Proposal } from '../writes/proposal.ts';
import { textIn, wishOf } from '../writes/wish-of.ts';

/** Moves the clock of an embedded cluster on, as `archipelago sandbox clock` does. It never goes back. */
export function clockAsk(options: ClusterOptions, io: Io): Ask {
  return {
    wants: '{"by": such as 25h or 3d12h, "write": the fingerprint that was shown}',
    fits: ({ by }) => typeof by === 'string',
    answer: answerWith(io, (body) => {
      const by = parseAdvance(textIn(body, 'by'));
      return withClient(options, async (client) =>
        answerProposal(await proposalOf(client, by), wishOf(body)),
      );
    }),
  };
}

async function proposalOf(client: KubernetesClient, by: number): Promise<Proposal> {
  const read = await client.raw({ method: 'GET', path: clockPath });
  if (!read.ok) throw new UsageError(`the clock cannot be read: ${read.status.message}`);
  const before = textAt(objectAt(read.value), 'status', 'ahead');
  const after = durationText((durationMs(before) ?? 0) + by);
  return {
    writes: [
      {
        verb: 'change',
        object: 'Clock cluster',
        fields: [{ field: 'status.ahead', before, after }],
        keptBy: undefined,
        // a clock has no dry run: whether who asks may move it is asked instead
        run: (dryRun) =>
          dryRun
            ? mayMove(client)
            : client.raw({ method: 'PUT', path: advancePath, body: { by: durationText(by) } }),
      },
    ],
    refused: [],
    effects: [],
  };
}

const [, , clockGroup = '', clockVersion = '', plural = '', name = '', subresource = ''] =
  advancePath.split('/');
const authorization = 'authorization.k8s.io/v1';

/** What the server says to who may not is what it would say to the write. */
async function mayMove(client: Pick<KubernetesClient, 'raw'>): Promise<ApiResult<unknown>> {
  const resourceAttributes = {
    ...{ verb: 'update', group: clockGroup, version: clockVersion },
    ...{ resource: plural, subresource, name },
  };
  const body = {
    ...{ apiVersion: authorization, kind: 'SelfSubjectAccessReview' },
    spec: { resourceAttributes },
  };
  const path = `/apis/${authorization}/selfsubjectaccessreviews`;
  const asked = await client.raw({ method: 'POST', path, body });
  if (!asked.ok || valueAt(asked.value, 'status', 'allowed') === true) return asked;
  const message = 'you may not move the clock: that takes the right to update clocks/advance';
  return { ok: false, status: { code: 403, reason: 'Forbidden', message } };
}
