import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { hyperConvergedType } from '../../../../api/hyper-converged-kind.ts';
import type { Ask } from '../../../../console/answer-api.ts';
import { type FactName, factKinds, factNames } from '../../../../doctor/facts/fact-kinds.ts';
import { patchStep } from '../../../../doctor/fixes/fix-plan.ts';
import { lastMomentOf } from '../../../../doctor/ignore/ignore-entry.ts';
import { type Ignoring, ignorePatch } from '../../../../doctor/ignore/ignore-patch.ts';
import { plainObject, withClient } from '../../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import { checkNamed } from '../../doctor/chosen-checks.ts';
import { undoDocument } from '../../doctor/fix/undo-file.ts';
import { answerWith } from '../looking/answer-with.ts';
import { plannedWrite } from './fix-ask.ts';
import { answerProposal, type Proposal } from './proposal.ts';
import { textIn, wishOf } from './wish-of.ts';

/** Has an object ignore a check, in annotations; a finding about no object is ignored by the HyperConverged. */
export function ignoreAsk(options: ClusterOptions, io: Io): Ask {
  return {
    wants:
      '{"code": of a check, "reason", "until": the last day such as 2027-01-31, "object": {"kind", "namespace", "name"}, "write": the fingerprint that was shown}',
    fits: ({ code, reason }) => typeof code === 'string' && typeof reason === 'string',
    answer: answerWith(io, (body) =>
      withClient(options, async (client) =>
        answerProposal(await proposalOf(client, ignoringOf(body), objectAt(body, 'object')), wishOf(body)),
      ),
    ),
  };
}

function ignoringOf(body: JsonObject): Ignoring {
  const [reason, until] = [textIn(body, 'reason'), textIn(body, 'until')];
  if (reason === '') throw new UsageError('reason: say why it is ignored');
  if (until !== '' && lastMomentOf(until) === undefined)
    throw new UsageError(`until: ${until} is no day; write it as 2027-01-31`);
  return { code: checkNamed(textIn(body, 'code')).code, reason, until };
}

async function proposalOf(
  client: KubernetesClient,
  ignoring: Ignoring,
  object: JsonObject,
): Promise<Proposal> {
  const { fact, place } = await placeOf(client, object);
  const { group, versions, plural, kind } = factKinds[fact];
  const answers = [];
  // the first that is served
  for (const version of versions) {
    const resource = { group, version, plural, kind, namespaced: place.namespace !== '' };
    const found = await client.get(resource, place);
    if (found.ok) {
      const step = patchStep(fact, plainObject(found.value), ignorePatch(plainObject(found.value), ignoring));
      const undo = undoDocument(ignoring.code, [step]);
      return { writes: [plannedWrite(client, step)], refused: [], effects: [], undo };
    }
    answers.push(found.status.message);
  }
  throw new UsageError(`${kind} ${place.name} cannot be read: ${answers.at(-1)}`);
}

interface Placed {
  readonly fact: FactName;
  readonly place: { readonly namespace: string; readonly name: string };
}

async function placeOf(client: KubernetesClient, object: JsonObject): Promise<Placed> {
  const [kind, namespace, name] = [
    textIn(object, 'kind'),
    textIn(object, 'namespace'),
    textIn(object, 'name'),
  ];
  if (name === '') return ownHyperConverged(client);
  const fact = factNames.find((each) => factKinds[each].kind === kind);
  if (fact === undefined)
    throw new UsageError(`object: ${kind} ${name} is nothing that checks look at; ignore it in a file`);
  return { fact, place: { namespace, name } };
}

async function ownHyperConverged(client: KubernetesClient): Promise<Placed> {
  const [, version = ''] = hyperConvergedType.apiVersion.split('/');
  const { group, plural, kind } = factKinds.hyperConvergeds;
  const listed = await client.list({ group, version, plural, kind, namespaced: true });
  if (!listed.ok) throw new UsageError(`HyperConvergeds cannot be listed: ${listed.status.message}`);
  const [first, ...others] = listed.value.items;
  if (first === undefined || others.length > 0)
    throw new UsageError(
      `there ${first === undefined ? 'is no HyperConverged' : 'are several HyperConvergeds'}: ignore it in a file`,
    );
  return {
    fact: 'hyperConvergeds',
    place: { namespace: first.metadata.namespace ?? '', name: first.metadata.name },
  };
}
