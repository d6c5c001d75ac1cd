import { isJsonObject, type JsonObject, textAt } from '@archipelago/apimachinery';
import type { Transport } from '@archipelago/kube-client';
import { eventually } from '../../support/eventually.ts';
import { until } from '../../support/until.ts';
import { configure, must, type Outcome, plain, send, untilSeen } from '../webhooks/run-case.ts';
import { configMap } from '../webhooks/webhook-case.ts';
import type { WebhookServer } from '../webhooks/webhook-server.ts';
import { gadgets } from './custom-cases.ts';
import { about, collection, type Policy, type PolicyCase, patching, rulesFor } from './policy-case.ts';

interface Place {
  readonly admin: Transport;
  readonly hooks: WebhookServer;
  readonly other: WebhookServer;
  /** `case-N-x`, which is `CASE` in what is recorded. */
  readonly id: string;
}

const group = '/apis/admissionregistration.k8s.io/v1';

function filled({ id }: Pick<Place, 'id'>, value: JsonObject): JsonObject {
  const parsed: unknown = JSON.parse(
    JSON.stringify(value).replaceAll('$CASE', id).replaceAll('$NS', `ns-${id}`),
  );
  return isJsonObject(parsed) ? parsed : {};
}

type Admin = Pick<Place, 'admin' | 'id'>;

async function makePolicy(place: Admin, { name = '', spec, bindings = [{}] }: Policy): Promise<void> {
  const apiVersion = 'admissionregistration.k8s.io/v1';
  const policyName = `m-${place.id}${name}`;
  await must(place, {
    method: 'POST',
    path: `${group}/mutatingadmissionpolicies`,
    body: filled(place, {
      apiVersion,
      kind: 'MutatingAdmissionPolicy',
      metadata: { name: policyName },
      spec: { reinvocationPolicy: 'Never', ...spec },
    }),
  });
  for (const [index, binding] of bindings.entries())
    await must(place, {
      method: 'POST',
      path: `${group}/mutatingadmissionpolicybindings`,
      body: filled(place, {
        apiVersion,
        kind: 'MutatingAdmissionPolicyBinding',
        metadata: { name: `${policyName}-${index}` },
        spec: { policyName, ...binding },
      }),
    });
}

async function makeNamespace(place: Admin): Promise<void> {
  const metadata = { name: `ns-${place.id}`, labels: { case: place.id } };
  await must(place, { method: 'POST', path: '/api/v1/namespaces', body: { metadata } });
  // a kube-apiserver refuses pods in a namespace without it
  const account = { metadata: { name: 'default' } };
  await must(place, { method: 'POST', path: collection('serviceaccounts'), body: account });
}

/** Makes what a case needs, and its policies. */
export async function prepareCase(place: Admin, one: PolicyCase): Promise<void> {
  await makeNamespace(place);
  for (const [path, body] of one.before ?? [])
    await eventually(() => must(place, { method: 'POST', path, body }));
  for (const policy of one.policies) await makePolicy(place, policy);
}

/** Waits until policies are in force that were made before: a last one denies when it is. */
export async function untilInForce(admin: Transport): Promise<void> {
  const place = { admin, id: 'last' };
  await makeNamespace(place);
  const failing = patching('[JSONPatch{op: "remove", path: "/none"}]');
  await makePolicy(place, { spec: about(rulesFor('configmaps'), failing) });
  const probed = async (path: string, body: JsonObject) => {
    const answer = await send(place, { method: 'POST', path: `${path}?dryRun=All`, body }, {});
    return textAt(answer.body, 'message');
  };
  const gadget = { apiVersion: 'policies.example.com/v1', kind: 'Gadget', metadata: { name: 'probe' } };
  await makePolicy(place, {
    name: '-custom',
    spec: about(rulesFor('gadgets', 'policies.example.com'), failing),
  });
  await until(async () =>
    (await probed(collection('configmaps'), configMap('probe'))).includes('denied request'),
  );
  await until(async () =>
    (await probed(collection('gadgets', 'policies.example.com'), gadget)).includes('denied request'),
  );
}

/** Makes the definition that cases are about. */
export async function defineGadgets(admin: Transport): Promise<void> {
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  await must({ admin, id: '' }, { method: 'POST', path, body: gadgets });
  for (const version of ['v1', 'v2']) {
    const served = `/apis/policies.example.com/${version}/namespaces/default/gadgets`;
    await until(
      async () => (await send({ admin, id: '' }, { method: 'GET', path: served }, {})).status === 200,
    );
  }
}

/** What plugins of a kube-apiserver give every pod, and the embedded server where pods are run only. */
const ofPods = new Set([
  'priority',
  'preemptionPolicy',
  'serviceAccount',
  'serviceAccountName',
  'tolerations',
]);

/** What differs from run to run, and with the number of the case. */
function recordable(value: JsonObject): JsonObject {
  const text = JSON.stringify(plain(value), (name, member: unknown) =>
    ofPods.has(name) ? undefined : member,
  );
  const told = text
    .replaceAll(/case-\d+-x/g, 'CASE')
    // the embedded server's decoder names the type, not the field
    .replaceAll(/Go struct field \S+ of type/g, 'Go value of type');
  const parsed: unknown = JSON.parse(told);
  return isJsonObject(parsed) ? parsed : {};
}

/** Takes the steps of a prepared case and says what came of it. */
export async function runPolicyCase(place: Place, one: PolicyCase): Promise<Outcome> {
  const { hooks } = place;
  const configurations = await configure(place, one.hooks ?? []);
  hooks.heard.length = 0;
  const answers: JsonObject[] = [];
  const reviews: JsonObject[] = [];
  for (const step of one.steps) {
    const { status, warning, body } = await send(place, step);
    answers.push(recordable({ status, ...(warning === '' ? {} : { warning }), body }));
    await untilSeen(place, step, body);
    reviews.push(...hooks.heard.splice(0).map(({ target, review }) => recordable({ target, review })));
  }
  for (const path of configurations) await must(place, { method: 'DELETE', path });
  return { answers, reviews };
}
