import type { KubernetesObject } from '@archipelago/apimachinery';
import { listAt, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { hyperConvergedName } from '../../../api/hyper-converged-kind.ts';
import type { Operand } from '../../../config/framework/operand.ts';
import { operands } from '../../../config/operands.ts';
import { settings } from '../../../config/settings.ts';
import {
  definitionName,
  definitions,
  openShiftDefinition,
} from '../../../operator/mirror/cluster-resources.ts';
import { isReady } from '../../../reconcile/conditions.ts';
import type { StatusReport } from './status-schema.ts';
import { type StatusView, withoutHyperConverged } from './status-view.ts';

type Operands = StatusReport['operands'];
type Seen = Operands['operands'][number] & { readonly problem?: Operands['problems'][number] };

/** Operands that are there only where a setting asks for them. */
const optional: ReadonlySet<Operand> = new Set(
  settings.flatMap(({ landings }) =>
    landings.flatMap((landing) => (landing.kind === 'existence' ? [landing.operand] : [])),
  ),
);

/** How the operands are that tell it themselves. */
export async function operandsPart(view: StatusView): Promise<Operands> {
  const more = 'kubectl get kubevirt,cdi,networkaddonsconfig -A -o yaml';
  if (view.hyperConverged.state !== 'there') return { ...withoutHyperConverged(view), more, operands: [] };
  const { ok } = await view.client.get(definitions, { name: openShiftDefinition });
  const platform = ok ? 'openshift' : 'kubernetes';
  const telling = operands.filter(({ reportsConditions, fits }) => reportsConditions && fits({ platform }));
  const seen = (await Promise.all(telling.map((operand) => seeOperand(view, operand)))).flat();
  const ready = seen.filter(({ state }) => state === 'ready').length;
  const isUnseen = seen.length > 0 && seen.every(({ state }) => state === 'unknown');
  return {
    state: isUnseen ? 'unknown' : ready === seen.length ? 'well' : 'notWell',
    summary: isUnseen ? 'could not be looked at' : `${ready} of ${seen.length} ready`,
    problems: seen.flatMap(({ problem }) => problem ?? []),
    more,
    operands: seen.map(({ kind, name, state }) => ({ kind, name, state })),
  };
}

/** None: it need not be there, and is not. */
async function seeOperand({ client, namespace }: StatusView, operand: Operand): Promise<readonly Seen[]> {
  const name = operand.name(hyperConvergedName);
  const place = operand.namespaced ? { namespace: operand.namespace ?? namespace, name } : { name };
  const found = await client.get(operand, place);
  const about = (state: Seen['state'], message: string): readonly Seen[] => {
    const object = `${operand.kind}/${name}`;
    return [{ kind: operand.kind, name, state, problem: { object, message } }];
  };
  if (found.ok) return [ofReport(operand, found.value)];
  if (found.status.code !== 404) return about('unknown', found.status.message);
  if (optional.has(operand)) return [];
  return (await isServed(client, operand))
    ? about('missing', 'is not there, and the operator makes it: see that the operator runs')
    : about('notServed', `the cluster has no definition ${definitionName(operand)}: install its operator`);
}

async function isServed(client: KubernetesClient, operand: Operand): Promise<boolean> {
  const definition = await client.get(definitions, { name: definitionName(operand) });
  return definition.ok || definition.status.code !== 404;
}

function ofReport({ kind }: Operand, object: KubernetesObject): Seen {
  const { name } = object.metadata;
  const conditions = listAt(object, 'status', 'conditions');
  if (isReady({ kind, conditions })) return { kind, name, state: 'ready' };
  const wrong = conditions.find(
    (each) =>
      (textAt(each, 'type') === 'Available' && textAt(each, 'status') !== 'True') ||
      (['Degraded', 'Progressing'].includes(textAt(each, 'type')) && textAt(each, 'status') === 'True'),
  );
  const message =
    wrong === undefined
      ? 'tells nothing of itself: see that its operator runs'
      : `${textAt(wrong, 'type')} is ${textAt(wrong, 'status')}: ${textAt(wrong, 'message')}`;
  return { kind, name, state: 'notReady', problem: { object: `${kind}/${name}`, message } };
}
