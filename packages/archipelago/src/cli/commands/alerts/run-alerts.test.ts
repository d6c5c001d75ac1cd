import { createServer } from 'node:http';
import type { KubernetesObject } from '@archipelago/apimachinery';
import { afterEach, describe, expect, it } from 'vitest';
import { demandPublished } from '../../../../../../test/support/demand-published.ts';
import { main } from '../../main.ts';
import { operatorSilence } from './operator-silence.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Answers by path, and what it was asked. */
async function serving(answers: Readonly<Record<string, Answer>>) {
  const asked: { path: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    asked.push({ path, authorization: request.headers.authorization });
    const { status, body } = answers[path] ?? { status: 404, body: 'not found' };
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const address = server.address();
  return { asked, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
}

async function run(argv: readonly string[], files: Readonly<Record<string, string>> = {}) {
  const ran = { code: 0, out: '', err: '' };
  ran.code = await main(argv, {
    out: (text) => {
      ran.out += text;
    },
    err: (text) => {
      ran.err += text;
    },
    read: async (path) => files[path] ?? '',
    color: false,
  });
  if (ran.code < 2) demandPublished(argv, ran.out);
  return ran;
}

const success = (data: object): Answer => ({ status: 200, body: { status: 'success', data } });
const labels = { alertname: 'HCOMultiArchGoldenImagesDisabled', severity: 'warning' };
const active = success({
  alerts: [
    { labels, state: 'firing', activeAt: '2026-01-01T00:00:00Z', value: '0' },
    { labels: { alertname: 'Foreign', severity: 'warning' }, state: 'firing' },
    { labels: { alertname: 7 } },
    null,
  ],
});

describe('archipelago alerts --url', () => {
  it('prints what the operator itself tells, and the first command of the runbook', async () => {
    const { url, asked } = await serving({ '/api/v1/alerts': active });
    const { code, out } = await run(['alerts', '--url', url, '--token-file', 'token', '-n', 'virt'], {
      token: 'abc\n',
    });
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/^HCOMultiArchGoldenImagesDisabled {2}warning {2}firing since 2026/),
    ]);
    expect(out).toContain('first:   kubectl get hyperconverged -n virt kubevirt-hyperconverged -o yaml');
    expect(out).toContain('runbook: archipelago runbook HCOMultiArchGoldenImagesDisabled -n virt\n');
    expect(out).not.toContain('Foreign');
    expect(asked.map(({ authorization }) => authorization)).toEqual(['Bearer abc', 'Bearer abc']);
  });

  it('asks a Prometheus without our rules what they come to', async () => {
    const { url, asked } = await serving({
      '/api/v1/rules': success({ groups: [] }),
      '/api/v1/alerts': success({ alerts: [] }),
      '/api/v1/query': success({ result: [{ metric: { component_name: 'kubevirt' }, value: [0, '2'] }] }),
    });
    const { code, out, err } = await run(['alerts', '--url', url, '-o', 'json']);
    expect(code).toBe(1);
    expect(err).toContain('this Prometheus does not have the rules of the operator');
    const found: readonly unknown[] = JSON.parse(out).alerts;
    expect(found).toContainEqual(expect.objectContaining({ name: 'KubeVirtCRModified', state: 'firing' }));
    expect(asked.filter(({ path }) => path === '/api/v1/query').length).toBe(found.length);
  });

  it.each<[string, Readonly<Record<string, Answer>>, number, string]>([
    ['nothing that fires', { '/api/v1/alerts': success({ alerts: [] }) }, 0, ''],
    [
      'who does not lead',
      { '/api/v1/alerts': { status: 503, body: { status: 'error', error: 'not leading' } } },
      3,
      'answers 503: not leading',
    ],
    [
      'who wants a login',
      { '/api/v1/alerts': { status: 401, body: 'no' } },
      3,
      '--token-file names a file with a token',
    ],
    ['a redirect', { '/api/v1/alerts': { status: 302, body: '' } }, 3, 'answers 302'],
    ['something else', { '/api/v1/alerts': { status: 200, body: [1] } }, 3, 'answers 200'],
  ])('%s', async (_, answers, code, message) => {
    const { url } = await serving(answers);
    const ran = await run(['alerts', '--url', url]);
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(message)]);
  });

  it.each([
    [['--url', 'nowhere'], '--url "nowhere": must be an address'],
    [['--url', 'file:///etc/passwd'], 'must be an address like http'],
    [['--url', 'http://ann:secret@127.0.0.1/'], 'must hold no login'],
    [['--url', 'http://192.0.2.1/', '--token-file', 'token'], 'is not encrypted'],
    [
      ['--url', 'http://127.0.0.1/', '--context', 'x'],
      '--context x: --url http://127.0.0.1/ says whom to ask',
    ],
    [['--token-file', 'token'], 'are for --url'],
  ])('refuses %j', async (argv, message) => {
    const { code, err, out } = await run(['alerts', ...argv], { token: 'abc' });
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)]);
    expect(err).not.toContain('secret');
  });
});

describe('archipelago runbook', () => {
  it('prints the page with the commands of a namespace', async () => {
    const { code, out } = await run(['runbook', 'KubeVirtCRModified', '-n', 'openshift-cnv']);
    expect([code, out]).toEqual([0, expect.stringContaining('kubectl get events -n openshift-cnv ')]);
    expect(out).not.toContain('{namespace}');
  });

  it.each([
    [['KubeVirtCRModifed'], 'no such alert. Do you mean KubeVirtCRModified?'],
    [['KubeVirtCRModified', '-n', 'A b'], '--namespace "A b"'],
  ])('refuses %j', async (argv, message) => {
    const { code, err } = await run(['runbook', ...argv]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('the silence of the operator', () => {
  const now = Date.parse('2026-01-01T01:00:00Z');
  const lease = (renewTime?: string): KubernetesObject => ({
    ...{ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'archipelago-operator' } },
    spec: {
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      ...(renewTime === undefined ? {} : { renewTime }),
    },
  });

  const down = 'ArchipelagoOperatorDown';
  const ssp = { apiVersion: 'ssp.kubevirt.io/v1beta3', kind: 'SSP', metadata: { name: 'ssp' } };

  it.each<[string, KubernetesObject | undefined, readonly KubernetesObject[], readonly string[]]>([
    ['a lease that is renewed', lease('2026-01-01T00:59:50.000000Z'), [], []],
    ['a lease that nobody renews', lease('2026-01-01T00:30:00.000000Z'), [], ['SSPDown', down]],
    ['the same, with an SSP to keep boot sources', lease('2026-01-01T00:30:00.000000Z'), [ssp], [down]],
    ['a lease without a time', lease(), [], []],
    ['no lease', undefined, [], []],
  ])('%s', async (_, found, items, wanted) => {
    const status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      code: 404,
      message: 'none',
      reason: 'NotFound',
    } as const;
    const get = async () =>
      found === undefined ? { ok: false as const, status } : { ok: true as const, value: found };
    const list = async () => ({ ok: true as const, value: { items, resourceVersion: '1' } });
    const { alerts, note } = await operatorSilence({ get, list }, 'here', now);
    expect(alerts.map(({ name }) => name).sort()).toEqual([...wanted].sort());
    expect(note !== undefined).toBe(wanted.length > 0);
  });
});
