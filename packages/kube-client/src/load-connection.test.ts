import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { createConnection } from './create-connection.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import { loadConnection, loadContext } from './load-connection.ts';
import type { LocalMachine, PluginRun } from './local-machine.ts';

const pem = (label: string) => `-----BEGIN CERTIFICATE-----\n${label}\n-----END CERTIFICATE-----\n`;
const base64 = (text: string) => Buffer.from(text).toString('base64');

interface Machine extends LocalMachine {
  readonly files: Map<string, string>;
  readonly runs: PluginRun[];
  output: string | Error;
}

function machine(files: Record<string, unknown>, env: Record<string, string> = {}): Machine {
  const texts = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? content : stringify(content),
    ]),
  );
  const made: Machine = {
    env,
    homeDirectory: '/h',
    pathDelimiter: ':',
    files: texts,
    runs: [],
    output: '',
    async readFile(path) {
      const text = texts.get(path);
      if (text === undefined) {
        throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), {
          code: 'ENOENT',
        });
      }
      return text;
    },
    async runPlugin(run) {
      made.runs.push(run);
      if (made.output instanceof Error) {
        throw made.output;
      }
      return made.output;
    },
  };
  return made;
}

const cluster = (name: string, more: object = {}) => ({
  name,
  cluster: { server: `https://${name}:6443`, ...more },
});
const user = (name: string, more: object = {}) => ({ name, user: more });
const context = (name: string, more: object = {}) => ({
  name,
  context: { cluster: name, user: name, ...more },
});
const simple = (name: string, userMore: object = {}, clusterMore: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': name,
  clusters: [cluster(name, clusterMore)],
  users: [user(name, userMore)],
  contexts: [context(name)],
});

describe('which files are read', () => {
  it('takes --kubeconfig alone', async () => {
    const m = machine(
      { '/x': simple('x'), '/env': simple('env'), '/h/.kube/config': simple('home') },
      { KUBECONFIG: '/env' },
    );
    expect((await loadContext({ kubeconfig: '/x' }, m)).server.host).toBe('x:6443');
    await expect(loadContext({ kubeconfig: '/gone' }, m)).rejects.toThrow(
      '/gone: does not exist; name an existing file with --kubeconfig',
    );
  });

  it('takes KUBECONFIG before the home directory, skipping empty, repeated and missing entries', async () => {
    const m = machine(
      { '/a': simple('a'), '/h/.kube/config': simple('home') },
      { KUBECONFIG: ':/gone:/a:/a:' },
    );
    expect((await loadContext({}, m)).server.host).toBe('a:6443');
    const none = machine({ '/h/.kube/config': simple('home') }, { KUBECONFIG: '/gone:/lost' });
    await expect(loadContext({}, none)).rejects.toThrow('/gone, /lost: does not exist; set KUBECONFIG');
  });

  it('takes the home directory, then the service account, then gives up', async () => {
    const pod = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };
    const account = '/var/run/secrets/kubernetes.io/serviceaccount';
    const inPod = {
      [`${account}/namespace`]: 'ops\n',
      [`${account}/token`]: 'one\n',
      [`${account}/ca.crt`]: pem('ca1'),
    };
    expect((await loadContext({}, machine({ '/h/.kube/config': simple('home') }, pod))).server.host).toBe(
      'home:6443',
    );
    const clock = new FakeClock();
    const m = machine(inPod, pod);
    const connection = await loadConnection({}, m, clock);
    expect([connection.server.href, connection.namespace]).toEqual(['https://[fd00::1]/', 'ops']);
    const first = await connection.material();
    expect(first).toEqual({
      headers: { Authorization: 'Bearer one' },
      tls: { ca: pem('ca1'), cert: undefined, key: undefined, serverName: undefined, insecure: false },
    });
    m.files.set(`${account}/token`, 'two');
    expect((await connection.material()).headers).toEqual({ Authorization: 'Bearer one' });
    expect((await connection.material()).tls).toBe(first.tls);
    await clock.advance(60_000);
    expect((await connection.material()).headers).toEqual({ Authorization: 'Bearer two' });
    m.files.set(`${account}/token`, 'three');
    expect(connection.refused()).toBe(true);
    expect((await connection.material()).headers).toEqual({ Authorization: 'Bearer three' });
    m.files.set(`${account}/ca.crt`, pem('ca2'));
    m.files.delete(`${account}/token`);
    await clock.advance(60_000);
    const rotated = await connection.material();
    expect(rotated.tls).not.toBe(first.tls);
    expect(rotated.tls.ca).toBe(pem('ca2'));
    expect(rotated.headers).toEqual({ Authorization: 'Bearer three' });
    await expect(loadContext({}, machine({}))).rejects.toThrow(
      '/h/.kube/config: does not exist; name a kubeconfig',
    );
  });
});

describe('merging, as kubectl does', () => {
  const files = {
    '/1/c': {
      clusters: [cluster('both', { server: 'https://first:1' })],
      users: [user('both', { token: 'first' })],
      contexts: [context('both')],
    },
    '/2/c': {
      'current-context': 'both',
      clusters: [
        cluster('both', { server: 'https://second:2', 'tls-server-name': 'second' }),
        cluster('two', { 'certificate-authority': 'ca.crt' }),
      ],
      users: [
        user('both', { token: 'second', 'client-certificate': 'c', 'client-key': 'k' }),
        user('two', { tokenFile: '../t', exec: undefined }),
      ],
      contexts: [context('both', { namespace: 'second' }), context('two', { namespace: 'ns2' })],
    },
    '/3/c': { 'current-context': 'two', contexts: [context('mixed', { cluster: 'two', user: 'both' })] },
  };

  it.each([
    [
      'the first file that sets the current context wins',
      '/1/c:/2/c:/3/c',
      {},
      'https://first:1/',
      'default',
    ],
    ['order decides', '/3/c:/2/c:/1/c', {}, 'https://two:6443/', 'ns2'],
    ['the first entry of a name wins, whole', '/2/c:/1/c', {}, 'https://second:2/', 'second'],
    ['--context stands over the current one', '/1/c:/2/c', { context: 'two' }, 'https://two:6443/', 'ns2'],
    [
      '--cluster and --namespace stand over the context',
      '/1/c:/2/c',
      { cluster: 'two', namespace: 'x' },
      'https://two:6443/',
      'x',
    ],
    [
      'contexts may name entries of other files',
      '/1/c:/2/c:/3/c',
      { context: 'mixed' },
      'https://two:6443/',
      'default',
    ],
    ['--cluster needs no context', '/1/c', { cluster: 'both' }, 'https://first:1/', 'default'],
  ])('%s', async (_, KUBECONFIG, choice, ...expected) => {
    const selected = await loadContext(choice, machine(files, { KUBECONFIG }));
    expect([selected.server.href, selected.namespace]).toEqual(expected);
  });

  it('mixes nothing into an entry, and resolves paths from the entry’s own file', async () => {
    const m = machine(files, { KUBECONFIG: '/1/c:/2/c' });
    const both = await loadContext({}, m);
    expect(both.user).toMatchObject({ token: 'first', certFile: undefined });
    expect(both.cluster.serverName).toBe(undefined);
    const two = await loadContext({ context: 'two' }, m);
    expect([two.cluster.caFile, two.user?.tokenFile]).toEqual(['/2/ca.crt', '/t']);
    expect((await loadContext({ user: 'two' }, m)).user?.tokenFile).toBe('/t');
  });
});

describe('a file that holds no kubeconfig', () => {
  it('that is a folder is called one', async () => {
    const made = machine({}, { KUBECONFIG: '/k' });
    made.readFile = async () => {
      throw Object.assign(new Error('EISDIR: illegal operation on a directory, read'), { code: 'EISDIR' });
    };
    await expect(loadConnection({}, made)).rejects.toThrow('/k: is a folder; name a file');
  });

  it('is not shown: it may be a key', async () => {
    const refused = loadConnection({}, machine({ '/k': 'a: [\nkey: secret\n' }, { KUBECONFIG: '/k' }));
    await expect(refused).rejects.toThrow(/^\/k: is no YAML: [^\n]+; correct the file at this place$/);
  });
});

describe('what is refused says file, field, value and fix', () => {
  const cases: [string, unknown, string][] = [
    ['no YAML', 'a: [', '/k: is no YAML'],
    [
      'an alias bomb',
      `a: &a [x,x,x,x,x,x,x,x,x,x]\n${'bcdefg'
        .split('')
        .map((c, i) => `${c}: &${c} [${`*${'abcdefg'[i]},`.repeat(10)}]`)
        .join('\n')}`,
      '/k: is no YAML',
    ],
    ['another kind', { apiVersion: 'v1', kind: 'Secret' }, '/k: kind: "Secret": is no kubeconfig'],
    ['another version', { apiVersion: 'v2', kind: 'Config' }, '/k: apiVersion: "v2": is no kubeconfig'],
    ['a list', '[]', '/k: is a list, not an object'],
    ['text for a list', { clusters: 'x' }, '/k: clusters: is a string, not a list; write a list there'],
    ['a nameless entry', { clusters: [{ cluster: {} }] }, '/k: clusters[0].name: is missing'],
    [
      'one name twice',
      { users: [user('a'), user('a')] },
      '/k: users[1].name: "a": is the name of an earlier entry of users too; rename',
    ],
    ['a number as token', simple('a', { token: 5 }), '/k: users[0].user.token: is a number, not a string'],
    [
      'no current context',
      { contexts: [context('p'), context('q')] },
      '/k: current-context: is not set, and no context was chosen; choose one with --context (there are: p, q)',
    ],
    [
      'an unknown context',
      { 'current-context': 'z' },
      '/k: current-context: "z": no context has this name; name a context (there is none)',
    ],
    [
      'an unknown cluster',
      { ...simple('a'), clusters: [cluster('b')] },
      '/k: contexts[0].context.cluster: "a": no cluster has this name; name a cluster (there are: b)',
    ],
    [
      'an unknown user',
      { ...simple('a'), users: [] },
      '/k: contexts[0].context.user: "a": no user has this name',
    ],
    ['no server', simple('a', {}, { server: '' }), '/k: clusters[0].cluster.server: is missing'],
    [
      'a server without scheme',
      simple('a', {}, { server: 'host:6443' }),
      '"host:6443": is no address that starts with https:// or http://; write https://host:6443',
    ],
    [
      'a proxy',
      simple('a', {}, { 'proxy-url': 'http://p' }),
      '/k: clusters[0].cluster.proxy-url: "http://p": asks for a proxy, which is not supported; use',
    ],
    [
      'a contradiction',
      simple('a', {}, { 'insecure-skip-tls-verify': true, 'certificate-authority': 'x' }),
      'contradicts the certificate authority beside it',
    ],
    [
      'basic authentication',
      simple('a', { username: 'u', password: 'p' }),
      '/k: users[0].user.username: is basic authentication, which API servers refuse since Kubernetes 1.19; use a token',
    ],
    [
      'an auth provider',
      simple('a', { 'auth-provider': { name: 'gcp' } }),
      'auth-provider: was replaced by credential plugins in Kubernetes 1.26',
    ],
    [
      'an old plugin',
      simple('a', { exec: { apiVersion: 'client.authentication.k8s.io/v1alpha1', command: 'x' } }),
      'users[0].user.exec.apiVersion: "client.authentication.k8s.io/v1alpha1": is no version',
    ],
    [
      'a plugin that needs a terminal',
      simple('a', {
        exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'x', interactiveMode: 'Always' },
      }),
      'exec.interactiveMode: "Always": asks for a terminal',
    ],
    [
      'a plugin without command',
      simple('a', { exec: { apiVersion: 'client.authentication.k8s.io/v1' } }),
      'users[0].user.exec.command: is missing',
    ],
    [
      'groups without a user to impersonate',
      simple('a', { 'as-groups': ['g'] }),
      'users[0].user.as: is missing; name the user to impersonate',
    ],
    [
      'a certificate that is none',
      simple('a', {}, { 'certificate-authority-data': 'xyz' }),
      '/k: clusters[0].cluster.certificate-authority-data: is not a PEM text in base64; write the output of "base64 -w0 FILE", or the file\'s path as certificate-authority',
    ],
  ];
  it.each(cases)('%s', async (_, file, message) => {
    const error = await loadConnection({ kubeconfig: '/k' }, machine({ '/k': file })).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(KubeconfigError);
    expect((error as Error).message).toContain(message);
  });

  it('whatever the file holds: a connection or a KubeconfigError', async () => {
    const names = fc.constantFrom('a', '__proto__', 'constructor', '', 5, null);
    const anything = fc.oneof(fc.constant(undefined), names, fc.jsonValue());
    const entry = (key: string, fields: string[]) =>
      fc.oneof(
        fc.jsonValue(),
        fc.record({
          name: names,
          [key]: fc.oneof(anything, fc.record(Object.fromEntries(fields.map((field) => [field, anything])))),
        }),
      );
    const file = fc.record(
      {
        'current-context': anything,
        clusters: fc.oneof(
          anything,
          fc.array(entry('cluster', ['server', 'certificate-authority-data', 'insecure-skip-tls-verify'])),
        ),
        users: fc.oneof(
          anything,
          fc.array(entry('user', ['token', 'exec', 'as', 'as-groups', 'as-user-extra', 'client-key-data'])),
        ),
        contexts: fc.oneof(anything, fc.array(entry('context', ['cluster', 'user', 'namespace']))),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(file, fc.jsonValue()), async (content) => {
        const loaded = await loadConnection(
          { kubeconfig: '/k' },
          machine({ '/k': JSON.stringify(content) ?? '' }),
        ).catch((error: unknown) => error);
        expect(
          loaded instanceof KubeconfigError ||
            (typeof loaded === 'object' && loaded !== null && 'server' in loaded),
        ).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('a prototype’s name is no context', async () => {
    const m = machine({ '/k': { 'current-context': 'constructor' } });
    await expect(loadContext({ kubeconfig: '/k' }, m)).rejects.toThrow('no context has this name');
  });
});

describe('credentials', () => {
  const connect = async (userMore: object, clusterMore: object = {}, clock = new FakeClock()) => {
    const m = machine({
      '/d/k': simple('a', userMore, clusterMore),
      '/d/t': 'from file\n',
      '/d/c': pem('cert'),
      '/d/key': 'key',
    });
    return { m, clock, connection: await loadConnection({ kubeconfig: '/d/k' }, m, clock) };
  };

  it.each<[string, object, string | undefined]>([
    ['a token', { token: 't' }, 'Bearer t'],
    ['a token file stands over a token', { token: 't', tokenFile: 't' }, 'Bearer from file'],
    ['a token stands in for a missing file', { token: 't', tokenFile: 'gone' }, 'Bearer t'],
    ['nothing', {}, undefined],
  ])('%s', async (_, userMore, authorization) => {
    const { connection } = await connect(userMore);
    expect((await connection.material()).headers.Authorization).toBe(authorization);
  });

  it('client certificates: data stands over files', async () => {
    const { connection } = await connect({ 'client-certificate': 'c', 'client-key': 'key' });
    expect((await connection.material()).tls).toMatchObject({ cert: pem('cert'), key: 'key' });
    const other = await connect({
      'client-certificate': 'c',
      'client-key': 'key',
      'client-certificate-data': base64(pem('data')),
      'client-key-data': base64(pem('k')),
    });
    expect((await other.connection.material()).tls).toMatchObject({ cert: pem('data'), key: pem('k') });
    expect(other.connection.refused()).toBe(false);
  });

  it.each(['/d/c', '/d/key', '/d/ca'])(
    'TLS material is another one when %s changes, and only then',
    async (path) => {
      const { m, clock, connection } = await connect(
        { 'client-certificate': 'c', 'client-key': 'key' },
        { 'certificate-authority': 'ca', 'tls-server-name': 'api' },
      );
      m.files.set('/d/ca', pem('ca'));
      const { tls } = await connection.material();
      expect(tls).toEqual({
        ca: pem('ca'),
        cert: pem('cert'),
        key: 'key',
        serverName: 'api',
        insecure: false,
      });
      await clock.advance(60_000);
      expect((await connection.material()).tls).toBe(tls);
      m.files.set(path, pem('next'));
      expect((await connection.material()).tls).toBe(tls);
      await clock.advance(60_000);
      const next = (await connection.material()).tls;
      expect(next).not.toEqual(tls);
      expect(Object.values(next).filter((value) => value === pem('next'))).toHaveLength(1);
      expect((await connection.material()).tls).toBe(next);
    },
  );

  it('a missing token file without a token is an error that names it', async () => {
    const { connection } = await connect({ tokenFile: 'gone' });
    await expect(connection.material()).rejects.toThrow('/d/gone: cannot be read: ENOENT');
  });

  it('impersonation', async () => {
    const { connection } = await connect({
      as: 'u',
      'as-uid': '1',
      'as-groups': ['g', 'h'],
      'as-user-extra': { 'a/b': ['x'] },
    });
    expect((await connection.material()).headers).toEqual({
      'Impersonate-User': 'u',
      'Impersonate-Uid': '1',
      'Impersonate-Group': ['g', 'h'],
      'Impersonate-Extra-a%2Fb': ['x'],
    });
  });

  const credential = (status: object, apiVersion = 'client.authentication.k8s.io/v1') =>
    JSON.stringify({ apiVersion, kind: 'ExecCredential', status });
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: './bin/plug',
    args: ['login'],
    env: [{ name: 'A', value: 'b' }],
    provideClusterInfo: true,
    installHint: 'install plug first',
    interactiveMode: 'IfAvailable',
  };

  it('runs a plugin once until its credential expires or is refused', async () => {
    const { m, clock, connection } = await connect(
      { exec },
      { 'certificate-authority-data': base64(pem('ca')) },
    );
    const expirationTimestamp = new Date(clock.now() + 60_000).toISOString();
    m.output = credential({ token: 'one', expirationTimestamp });
    const both = await Promise.all([connection.material(), connection.material()]);
    expect(both.map(({ headers }) => headers.Authorization)).toEqual(['Bearer one', 'Bearer one']);
    expect(m.runs.length).toBe(1);
    const [run] = m.runs;
    expect(run).toMatchObject({ command: '/d/bin/plug', args: ['login'], env: { A: 'b' } });
    expect(JSON.parse(run?.env.KUBERNETES_EXEC_INFO ?? '')).toEqual({
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      spec: {
        interactive: false,
        cluster: { server: 'https://a:6443', 'certificate-authority-data': base64(pem('ca')) },
      },
    });
    m.output = credential({ token: 'two', clientCertificateData: pem('c'), clientKeyData: 'k' });
    await clock.advance(59_000);
    await connection.material();
    expect(m.runs.length).toBe(1);
    await clock.advance(1_000);
    const renewed = await connection.material();
    expect(renewed.headers.Authorization).toBe('Bearer two');
    expect(renewed.tls).toMatchObject({ cert: pem('c'), key: 'k' });
    await clock.advance(1e9);
    await connection.material();
    expect(m.runs.length).toBe(2);
    expect(connection.refused()).toBe(true);
    await connection.material();
    expect(m.runs.length).toBe(3);
  });

  it.each<[string, string | Error, string]>([
    [
      'fails',
      new Error('exited with code 1'),
      'credential plugin /d/bin/plug: exited with code 1; install plug first',
    ],
    ['prints no JSON', 'hello', 'printed no ExecCredential of client.authentication.k8s.io/v1'],
    [
      'prints another version',
      credential({ token: 'x' }, 'client.authentication.k8s.io/v1beta1'),
      'printed no ExecCredential',
    ],
    [
      'prints nothing useful',
      credential({}),
      'printed neither status.token nor status.clientCertificateData',
    ],
    ['prints half a certificate', credential({ clientCertificateData: 'x' }), 'printed only one of'],
    ['prints a bad time', credential({ token: 'x', expirationTimestamp: 'soon' }), 'is no time: "soon"'],
  ])('says when a plugin %s, and tries again the next time', async (_, output, message) => {
    const { m, connection } = await connect({ exec });
    m.output = output;
    await expect(connection.material()).rejects.toThrow(message);
    m.output = credential({ token: 'ok' });
    expect((await connection.material()).headers.Authorization).toBe('Bearer ok');
  });

  it('needs no plugin where there is a token', async () => {
    const { m, connection } = await connect({ exec, token: 't' });
    expect((await connection.material()).headers.Authorization).toBe('Bearer t');
    expect(m.runs).toEqual([]);
  });

  it('an anonymous context has no credentials', async () => {
    const m = machine({ '/k': { ...simple('a'), contexts: [context('a', { user: '' })] } });
    const selected = await loadContext({ kubeconfig: '/k' }, m);
    const connection = createConnection(selected, m, new FakeClock());
    expect(await connection.material()).toMatchObject({ headers: {}, tls: { insecure: false } });
  });

  it("somebody else's token stands for every login of the context, which is not read", async () => {
    const own = { 'client-certificate': '/gone', 'client-key': '/gone', as: 'root', exec };
    const files = { '/k': { ...simple('a'), users: [user('a', own)] } };
    const m = machine(files);
    const connection = await loadConnection({ kubeconfig: '/k', token: 'theirs' }, m, new FakeClock());
    const { headers, tls } = await connection.material();
    expect(headers).toEqual({ Authorization: 'Bearer theirs' });
    expect(tls).toEqual({ insecure: false });
    expect(m.runs).toEqual([]);
    expect(connection.refused()).toBe(false);
  });

  it("somebody else's token needs no service account in a pod", async () => {
    const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' };
    const account = '/var/run/secrets/kubernetes.io/serviceaccount';
    const m = machine({ [`${account}/ca.crt`]: pem('ca') }, env);
    const connection = await loadConnection({ token: 'theirs' }, m, new FakeClock());
    expect(await connection.material()).toMatchObject({
      headers: { Authorization: 'Bearer theirs' },
      tls: { ca: pem('ca') },
    });
  });
});
