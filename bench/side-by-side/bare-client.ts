import { readFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:https';
import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { parse } from 'yaml';

/**
 * The least that an operator can be, to be measured against: one watch event in, one PUT out. It looks at one field, plans nothing,
 * reports nothing and believes whatever it is told.
 *   KUBECONFIG=… node bare-client.mjs --namespace NAME [--kubevirt FILE]
 * --kubevirt: the KubeVirt that an operator writes, as JSON; else one with nothing but that field. The server's part of a write grows with
 * what is written.
 */
const namespace = flag('--namespace') ?? 'default';
const hyperConvergeds = `/apis/hco.kubevirt.io/v1beta1/namespaces/${namespace}/hyperconvergeds`;
const kubeVirts = `/apis/kubevirt.io/v1/namespaces/${namespace}/kubevirts`;
const name = 'kubevirt-kubevirt-hyperconverged';
const kubeVirt = whole();

function flag(name: string): string | undefined {
  const index = process.argv.indexOf(name);
  return index < 0 ? undefined : process.argv[index + 1];
}

/** The KubeVirt to write, but for the field. */
function whole(): JsonObject {
  const file = flag('--kubevirt');
  return file === undefined
    ? { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', metadata: { name, namespace } }
    : JSON.parse(readFileSync(file, 'utf8'));
}

function specWith(migrations: JsonValue): JsonObject {
  const { spec } = kubeVirt;
  const before = at(spec, 'configuration');
  const configuration = {
    ...(isJsonObject(before) ? before : {}),
    migrations: { ...migrationsOf(before), parallelMigrationsPerCluster: migrations },
  };
  return { ...(isJsonObject(spec) ? spec : {}), configuration };
}

function migrationsOf(configuration: JsonValue | undefined): JsonObject {
  const migrations = at(configuration, 'migrations');
  return isJsonObject(migrations) ? migrations : {};
}

function at(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (part, key) => (isJsonObject(part) ? part[key] : undefined),
    value,
  );
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** The first cluster and user of the kubeconfig that the bench writes. */
function connection(): { readonly server: URL; readonly options: RequestOptions } {
  const kubeconfig: JsonObject = parse(readFileSync(process.env.KUBECONFIG ?? '', 'utf8'));
  const first = (list: string, member: string) => {
    const all = kubeconfig[list];
    return at(Array.isArray(all) ? all[0] : undefined, member);
  };
  const [cluster, user] = [first('clusters', 'cluster'), first('users', 'user')];
  const pem = (value: JsonValue | undefined) =>
    value === undefined ? undefined : Buffer.from(text(value), 'base64').toString();
  const token = text(at(user, 'token'));
  const agent = new Agent({
    keepAlive: true,
    ca: pem(at(cluster, 'certificate-authority-data')),
    cert: pem(at(user, 'client-certificate-data')),
    key: pem(at(user, 'client-key-data')),
  });
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  return { server: new URL(text(at(cluster, 'server'))), options: { agent, headers } };
}

const { server, options } = connection();

function send(method: string, path: string, body?: JsonObject): Promise<JsonValue> {
  const headers = { ...options.headers, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, server), { ...options, headers, method }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString())));
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function watch(path: string, onEvent: (type: string, object: JsonValue | undefined) => void): void {
  request(new URL(`${path}?watch=true`, server), options, (answer) => {
    let rest = '';
    answer.on('data', (part: Buffer) => {
      const lines = (rest + part.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const event: JsonValue = JSON.parse(line);
        onEvent(text(at(event, 'type')), at(event, 'object'));
      }
    });
  }).end();
}

let wanted: JsonValue | undefined;
let live: JsonValue | undefined;

function put(): void {
  if (wanted === undefined || !isJsonObject(live)) return;
  void send('PUT', `${kubeVirts}/${name}`, { ...live, spec: specWith(wanted) });
}

watch(kubeVirts, (type, object) => {
  live = type === 'DELETED' ? undefined : object;
  if (at(live, 'spec', 'configuration', 'migrations', 'parallelMigrationsPerCluster') !== wanted) put();
});
watch(hyperConvergeds, (type, object) => {
  if (type === 'DELETED') {
    wanted = undefined;
    void send('DELETE', `${kubeVirts}/${name}`);
    return;
  }
  const before = wanted;
  wanted = at(object, 'spec', 'liveMigrationConfig', 'parallelMigrationsPerCluster') ?? 5;
  if (before === undefined) void create(object);
  else if (before !== wanted) put();
});

/** What the bench waits for before it begins. */
async function create(hyperConverged: JsonValue | undefined): Promise<void> {
  await send('POST', kubeVirts, { ...kubeVirt, spec: specWith(wanted ?? 5) });
  const time = new Date().toISOString().replace(/\.\d+/, '');
  const condition = {
    type: 'Available',
    status: 'True',
    reason: 'Bare',
    message: '',
    lastTransitionTime: time,
  };
  const body = {
    ...(isJsonObject(hyperConverged) ? hyperConverged : {}),
    status: { conditions: [condition] },
  };
  await send('PUT', `${hyperConvergeds}/${text(at(hyperConverged, 'metadata', 'name'))}/status`, body);
}

process.once('SIGTERM', () => process.exit(0));
