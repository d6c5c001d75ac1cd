import { type JsonObject, objectAt, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { Call } from '../calls/call.ts';
import { metadataOf } from '../json/json-access.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { forbidden } from '../refusals/status.ts';
import { resourceSubject } from '../resources/resource-type.ts';

const usual = 'default';
/** How long a pod stays on a node that is lost, unless it says otherwise. */
const patienceSeconds = 300;

/**
 * What a new pod gets where pods are run: the account `default` when it names none, and the time that it stays on a node that is lost.
 * An account that is not there is refused; only `default` is taken on trust, for it comes by itself.
 */
export function completePod(call: Call, object: JsonObject): JsonObject | Refusal {
  const { type, server } = call;
  if (!server.assignsAccounts || type.storage !== '/pods' || call.subresource !== '') return object;
  const spec = objectAt(object, 'spec');
  const account = textAt(spec, 'serviceAccountName') || textAt(spec, 'serviceAccount') || usual;
  const key = { resource: '/serviceaccounts', namespace: call.namespace ?? '', name: account };
  if (account !== usual && server.store.get(key) === undefined) {
    const name = textAt(metadataOf(object), 'name') || textAt(metadataOf(object), 'generateName');
    const problem = `error looking up service account ${call.namespace}/${account}: serviceaccount "${account}" not found`;
    return forbidden(resourceSubject(type), name, problem);
  }
  return {
    ...object,
    spec: { ...spec, serviceAccountName: account, serviceAccount: account, tolerations: toleration(spec) },
  };
}

function toleration(spec: JsonObject): readonly JsonObject[] {
  const written = objectsAt(spec, 'tolerations');
  const missing = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'].filter(
    (key) => !written.some((one) => stands(one, key)),
  );
  return [
    ...written,
    ...missing.map((key) => ({
      key,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: patienceSeconds,
    })),
  ];
}

function stands(one: JsonObject, key: string): boolean {
  const effect = valueAt(one, 'effect') ?? '';
  const named = textAt(one, 'key');
  return (named === key || named === '') && (effect === '' || effect === 'NoExecute');
}
