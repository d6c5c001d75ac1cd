import { type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import type { Ask } from '../../../../console/answer-api.ts';
import { clockPath } from '../../../../simulation/actors/clock/clock-api.ts';
import { faultTable } from '../../../../simulation/fault-table.ts';
import { plainObject, withClient } from '../../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import { answerWith } from '../looking/answer-with.ts';
import type { PlannedWrite } from '../writes/planned-write.ts';
import { answerProposal, type Proposal } from '../writes/proposal.ts';
import { textIn, wishOf } from '../writes/wish-of.ts';
import { plannedFault } from './planned-fault.ts';

/** Has something fail in an embedded cluster, by an annotation; without a value all is well again. */
export function faultAsk(options: ClusterOptions, io: Io): Ask {
  return {
    wants:
      '{"annotation", "value": "" for none, "object": {"kind", "namespace", "name"}, "write": the fingerprint that was shown}',
    fits: ({ annotation, value }) => typeof annotation === 'string' && typeof value === 'string',
    answer: answerWith(io, (body) =>
      withClient(options, async (client) => answerProposal(await proposalOf(client, body), wishOf(body))),
    ),
  };
}

interface Wanted {
  readonly annotation: string;
  readonly value: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

async function proposalOf(client: KubernetesClient, body: JsonObject): Promise<Proposal> {
  const clock = await client.raw({ method: 'GET', path: clockPath });
  if (!clock.ok) throw new UsageError('this is no embedded cluster, or you are none of its administrators');
  const object = objectAt(body, 'object');
  const wanted = {
    annotation: textIn(body, 'annotation'),
    value: textIn(body, 'value'),
    kind: textIn(object, 'kind'),
    namespace: textIn(object, 'namespace'),
    name: textIn(object, 'name'),
  };
  return { writes: await writesOf(client, wanted), refused: [], effects: [] };
}

/** None where the object is as it is wanted. */
async function writesOf(client: KubernetesClient, wanted: Wanted): Promise<readonly PlannedWrite[]> {
  const { annotation, value, kind, namespace, name } = wanted;
  const fault = faultTable.find((each) => each.annotation === annotation);
  const kinds = fault?.on.filter((each) => each.kind === kind) ?? [];
  if (kinds.length === 0) throw new UsageError(`${annotation} means nothing on ${kind || 'no kind'}`);
  for (const resource of kinds) {
    const found = await client.get(resource, { namespace, name });
    if (!found.ok) continue;
    const before = textAt(plainObject(found.value), 'metadata', 'annotations', annotation);
    return before === value
      ? []
      : [plannedFault(client, resource, { ...wanted, before, found: found.value })];
  }
  throw new UsageError(`${kind} ${name} is not there`);
}
