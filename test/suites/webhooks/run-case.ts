import { isJsonObject, type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import type { Transport } from '@archipelago/kube-client';
import { eventually } from '../../support/eventually.ts';
import { until } from '../../support/until.ts';
import type { Hook, Step, WebhookCase } from './webhook-case.ts';
import type { Heard, WebhookServer } from './webhook-server.ts';

/** What came of a case, without what differs from run to run. */
export interface Outcome {
  readonly answers: readonly JsonObject[];
  readonly reviews: readonly JsonObject[];
}

interface Place {
  readonly admin: Transport;
  readonly hooks: WebhookServer;
  /** Servers that a case may name: one with another host's certificate. */
  readonly other: WebhookServer;
  readonly id: string;
}

interface Answer {
  readonly status: number;
  readonly warning: string;
  readonly body: JsonObject;
}

const user = {
  'impersonate-user': 'jane',
  'impersonate-uid': '7',
  'impersonate-group': ['system:masters', 'system:authenticated'],
  'impersonate-extra-team': ['blue'],
};

/** Sends a request as a user whom reviews name. */
export async function send(
  { admin, id }: Pick<Place, 'admin' | 'id'>,
  step: Step,
  as: object = user,
): Promise<Answer> {
  const text = (part: string) => part.replaceAll('$NS', `ns-${id}`).replaceAll('$CASE', id);
  const type =
    step.contentType ?? (step.method === 'PATCH' ? 'application/merge-patch+json' : 'application/json');
  const response = await admin.send({
    method: step.method,
    path: text(step.path),
    headers: { accept: 'application/json', 'content-type': type, 'user-agent': 'suite/1', ...as },
    ...(step.body === undefined ? {} : { body: text(JSON.stringify(step.body)) }),
    signal: AbortSignal.timeout(30_000),
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body) chunks.push(chunk);
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
  const warning = response.headers.warning ?? '';
  return { status: response.status, warning: String(warning), body: isJsonObject(body) ? body : {} };
}

function configurationOf(place: Place, hook: Hook): string {
  return `${place.id}-${hook.configuration ?? hook.type}`;
}

function pathOf({ id }: Place, { name }: Hook): string {
  return `/${id}/${name}`;
}

/** Called for ConfigMaps that ask whether their configuration is in force yet. */
function readyHook({ hooks, id }: Place, configuration: string): JsonObject {
  const path = `/ready/${configuration}`;
  hooks.replies.set(path, {
    kind: 'response',
    response: { allowed: false, status: { message: `ready ${configuration}` } },
  });
  return {
    name: 'ready.hooks.example.com',
    clientConfig: { url: `${hooks.url}${path}`, caBundle: hooks.caBundle },
    rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
    namespaceSelector: { matchLabels: { case: id } },
    objectSelector: { matchLabels: { probe: configuration } },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  };
}

function webhookOf(place: Place, hook: Hook): JsonObject {
  const { hooks, other, id } = place;
  const path = pathOf(place, hook);
  hooks.replies.set(path, hook.reply);
  other.replies.set(path, hook.reply);
  const whole = {
    name: `${hook.name}.hooks.example.com`,
    clientConfig: { url: `${hooks.url}${path}`, caBundle: hooks.caBundle },
    namespaceSelector: { matchLabels: { case: id } },
    objectSelector: { matchExpressions: [{ key: 'probe', operator: 'DoesNotExist' }] },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    ...hook.fields,
  };
  const text = JSON.stringify(whole)
    .replaceAll('$CASE', id)
    .replaceAll('$URL', `${hooks.url}${path}`)
    .replaceAll('$OTHER_URL', `${other.url}${path}`)
    .replaceAll('$CA', hooks.caBundle)
    .replaceAll('$OTHER_CA', other.caBundle);
  const webhook: unknown = JSON.parse(text);
  return isJsonObject(webhook) ? webhook : {};
}

const group = '/apis/admissionregistration.k8s.io/v1';

/** Sends a request of the administrator that has to succeed. */
export async function must(place: Pick<Place, 'admin' | 'id'>, step: Step): Promise<Answer> {
  const answer = await send(place, step, {});
  if (answer.status >= 300) throw new Error(`${step.method} ${step.path}: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Creates the configurations and waits until each of them is in force. Returns their paths. */
export async function configure(place: Place, hooks: readonly Hook[]): Promise<readonly string[]> {
  const names = new Set(hooks.map((hook) => `${hook.type} ${configurationOf(place, hook)}`));
  const paths: string[] = [];
  for (const key of names) {
    const [type, name = ''] = key.split(' ');
    const own = hooks.filter((hook) => hook.type === type && configurationOf(place, hook) === name);
    const webhooks = [...own.map((hook) => webhookOf(place, hook)), readyHook(place, name)];
    const kind = type === 'mutating' ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration';
    const path = `${group}/${kind.toLowerCase()}s`;
    const body = { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name }, webhooks };
    await must(place, { method: 'POST', path, body });
    paths.push(`${path}/${name}`);
  }
  for (const key of names) await untilReady(place, key.split(' ')[1] ?? '');
  return paths;
}

async function untilReady(place: Place, configuration: string): Promise<void> {
  const metadata = { name: 'probe', labels: { probe: configuration } };
  const path = '/api/v1/namespaces/$NS/configmaps?dryRun=All';
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata };
  await until(async () => {
    const answer = await send(place, { method: 'POST', path, body }, {});
    return textAt(answer.body, 'message').includes(`ready ${configuration}`);
  });
}

/** A kube-apiserver begins the next update with what its cache has, and asks twice where that was old. */
export async function untilSeen(
  place: Pick<Place, 'admin' | 'id'>,
  { path, method }: Step,
  body: JsonObject,
): Promise<void> {
  const version = textAt(objectAt(body, 'metadata'), 'resourceVersion');
  const name = textAt(objectAt(body, 'metadata'), 'name');
  if (version === '' || name === '' || path.includes('dryRun')) return;
  const [plain = ''] = path.split('?');
  const object = method === 'POST' ? `${plain}/${name}` : plain;
  await until(async () => {
    const cached = await send(place, { method: 'GET', path: `${object}?resourceVersion=0` });
    return textAt(objectAt(cached.body, 'metadata'), 'resourceVersion') === version;
  });
}

/** Validating hooks are asked at the same time; mutating ones one after the other. */
function sorted(heard: readonly Heard[], hooks: readonly Hook[]): readonly Heard[] {
  const validating = hooks.filter(({ type }) => type === 'validating').map(({ name }) => name);
  const rank = ({ hook }: Heard) => validating.indexOf(hook.split('/').at(-1) ?? '');
  return [...heard].sort((a, b) => rank(a) - rank(b));
}

/** Who owns which fields of a Scale is told by a kube-apiserver only. */
function withoutOwnersOfScale(review: JsonObject): JsonObject {
  const text = JSON.stringify(review, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('kind' in value) || value.kind !== 'Scale')
      return value;
    if (!('metadata' in value) || !isJsonObject(value.metadata)) return value;
    return { ...value, metadata: { ...value.metadata, managedFields: undefined } };
  });
  const parsed: unknown = JSON.parse(text);
  return isJsonObject(parsed) ? parsed : {};
}

/** Managers stand in order of the second in which they wrote, which differs from run to run. */
function withManagersInOneOrder(name: string, value: unknown): unknown {
  if (name !== 'managedFields' || !Array.isArray(value)) return value;
  const nameOf = (entry: unknown) =>
    ['manager', 'operation', 'apiVersion', 'subresource'].map((part) => textAt(entry, part)).join();
  return value.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** What differs from run to run is named instead of told. */
export function plain(value: JsonObject): JsonObject {
  const text = JSON.stringify(value)
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'UID')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME')
    .replaceAll(/"(resourceVersion|remainingItemCount)":"\d+"/g, '"$1":"N"')
    .replaceAll(/gen-a{5}\w{5}/g, 'NAME')
    // the embedded server's decoder names the type, not the field
    .replaceAll('Go struct field ConfigMap.data of type', 'Go value of type')
    // Go tells which authority of the same name it tried
    .replaceAll(/ \(possibly because of .*? candidate authority certificate .*?\)/g, '')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST');
  const parsed: unknown = JSON.parse(text, withManagersInOneOrder);
  return isJsonObject(parsed) ? parsed : {};
}

/** Runs a case and says what came of it. Everything it made but its namespace is gone afterwards. */
export async function runCase(place: Place, one: WebhookCase): Promise<Outcome> {
  const metadata = { name: `ns-${place.id}`, labels: { case: place.id } };
  await must(place, { method: 'POST', path: '/api/v1/namespaces', body: { metadata } });
  // a kube-apiserver refuses pods in a namespace without it; its controller could come while hooks listen
  const account = { metadata: { name: 'default' } };
  await must(place, { method: 'POST', path: '/api/v1/namespaces/$NS/serviceaccounts', body: account });
  for (const [path, body] of one.before ?? [])
    await eventually(() => must(place, { method: 'POST', path, body }));
  const { hooks, other } = place;
  const configurations = await configure(place, one.hooks);
  hooks.heard.length = 0;
  other.heard.length = 0;
  const answers: JsonObject[] = [];
  const reviews: JsonObject[] = [];
  for (const step of one.steps) {
    const { status, warning, body } = await send(place, step);
    answers.push(plain({ status, ...(warning === '' ? {} : { warning }), body }));
    await untilSeen(place, step, body);
    const heard = sorted([...hooks.heard.splice(0), ...other.heard.splice(0)], one.hooks);
    reviews.push(
      ...heard.map(({ target, headers, review }) => plain(withoutOwnersOfScale({ target, headers, review }))),
    );
  }
  for (const path of configurations) await must(place, { method: 'DELETE', path });
  return { answers, reviews };
}
