import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, textAt } from '@archipelago/apimachinery';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtInTypes } from './built-in/built-in-types.ts';
import { unservedSteps } from './conformance/unserved-steps.ts';
import { groupVersion, type ResourceType } from './resources/resource-type.ts';
import { unimplementedSubresources } from './rest/unimplemented-subresources.ts';
import { unservedResources } from './rest/unserved-resources.ts';
import { type EmbeddedCluster, startEmbeddedCluster } from './start-embedded-cluster.ts';

/**
 * The tables of docs/embedded-cluster.md are printed from the code and from the answers of a running cluster. With
 * UPDATE_DOCUMENTS=1 this test writes them instead of comparing them.
 */
const path = join(import.meta.dirname, '../../../docs/embedded-cluster.md');
const everything = 'create, delete, deletecollection, get, list, patch, update, watch';

let cluster: EmbeddedCluster;

beforeAll(async () => {
  cluster = await startEmbeddedCluster({ insecure: true });
});

afterAll(() => cluster.stop());

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}

function verbsOf(type: ResourceType): string {
  const verbs = [...type.verbs].sort().join(', ');
  return verbs === everything ? 'all' : verbs;
}

function kinds(): string {
  const rows = [...builtInTypes]
    .sort((a, b) => (`${a.group}/${a.kind}` < `${b.group}/${b.kind}` ? -1 : 1))
    .map((type) => [
      `\`${groupVersion(type)}\``,
      type.kind,
      verbsOf(type),
      type.subresources
        .map(({ name }) => name)
        .filter((name) => !unimplementedSubresources.includes(`${type.plural}/${name}`))
        .join(', '),
      type.shortcoming ?? '',
    ]);
  return table(['API', 'Kind', 'Verbs', 'Subresources', 'Warning on every write'], rows);
}

async function answer(method: string, url: string, headers = {}): Promise<string> {
  const response = await fetch(`${cluster.url}${url}`, {
    method,
    headers: { authorization: `Bearer ${cluster.adminToken}`, ...headers },
  });
  const status: unknown = await response.json();
  return `${response.status}: ${isJsonObject(status) ? textAt(status, 'message') : ''}`;
}

function subresourcePath(name: string): string {
  const [plural, subresource] = name.split('/');
  return plural === 'nodes'
    ? `/api/v1/nodes/n/${subresource}`
    : `/api/v1/namespaces/default/${plural}/x/${subresource}`;
}

async function refusals(): Promise<string> {
  const rows = await Promise.all([
    ...unimplementedSubresources.map(async (name) => [
      `\`${name}\``,
      await answer('GET', subresourcePath(name)),
    ]),
    ...['/metrics', '/debug/pprof'].map(async (one) => [`\`${one}\``, await answer('GET', one)]),
    answer('GET', '/api/v1/pods', { accept: 'application/vnd.kubernetes.protobuf' }).then((told) => [
      '`Accept: application/vnd.kubernetes.protobuf` alone',
      told,
    ]),
  ]);
  return table(['Request', 'Answer'], rows);
}

function steps(): string {
  const rows = Object.entries(unservedSteps).flatMap(([name, entries]) =>
    entries.map(({ steps: indices, reason }) => [name, indices.join(', '), reason]),
  );
  return table(['Scenario', 'Steps', 'Why'], rows);
}

/** The text between the marks of a section, with the marks. */
function section(name: string): RegExp {
  return new RegExp(`(<!-- printed: ${name} -->\\n)[^]*?(<!-- end -->)`);
}

async function printed(document: string): Promise<string> {
  const missing = unservedResources.map((name) => `\`${name}\``).join(', ');
  const sections: readonly (readonly [string, string])[] = [
    ['kinds', kinds()],
    ['missing', missing],
    ['refusals', await refusals()],
    ['steps', steps()],
  ];
  return sections.reduce((text, [name, content]) => {
    if (!section(name).test(text)) throw new Error(`docs/embedded-cluster.md has no section ${name}`);
    return text.replace(section(name), (_, start: string, end: string) => `${start}\n${content}\n${end}`);
  }, document);
}

test('docs/embedded-cluster.md says what the code does', async () => {
  const document = readFileSync(path, 'utf8');
  const wanted = await printed(document);
  if (process.env.UPDATE_DOCUMENTS === '1') writeFileSync(path, wanted);
  else expect(document).toBe(wanted);
});

test('what it says is not served is not served, and a request for it says so', async () => {
  for (const name of unservedResources) {
    const [resource = '', ...rest] = name.split('.');
    const group = rest.join('.');
    const version = group === 'metrics.k8s.io' ? 'v1beta1' : 'v1';
    const url = group === '' ? `/api/${version}/${resource}` : `/apis/${group}/${version}/${resource}`;
    expect(cluster.store.list(`${group}/${resource}`, undefined)).toEqual([]);
    expect(await answer('GET', url)).toBe(
      `404: the embedded cluster does not serve ${name}; a real Kubernetes is needed for that`,
    );
  }
});

test('a subresource nobody knows is not found, as in Kubernetes', async () => {
  expect(await answer('GET', '/api/v1/namespaces/default/pods/x/nosuch')).toBe(
    '404: the server could not find the requested resource',
  );
});

test('writers of what is kept without effect are warned', async () => {
  const group = `${cluster.url}/apis/networking.k8s.io/v1`;
  const response = await fetch(`${group}/namespaces/default/networkpolicies`, {
    method: 'POST',
    headers: { authorization: `Bearer ${cluster.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ metadata: { name: 'q' }, spec: { podSelector: {} } }),
  });
  expect([response.status, response.headers.get('warning')]).toEqual([
    201,
    '299 - "the embedded cluster keeps NetworkPolicies and has no network that they would hold up"',
  ]);
});

test('OpenAPI v2 in protobuf has a version and a title, and in JSON the schemas', async () => {
  const read = (accept: string) =>
    fetch(`${cluster.url}/openapi/v2`, {
      headers: { authorization: `Bearer ${cluster.adminToken}`, accept },
    });
  const protobuf = await read('application/com.github.proto-openapi.spec.v2@v1.0+protobuf');
  expect(protobuf.headers.get('content-type')).toContain('protobuf');
  expect(await protobuf.text()).toBe('\n\u00032.0\u0012\u0015\n\nKubernetes\u0012\u0007v1.36.2');
  const document: unknown = await (await read('application/json')).json();
  expect(document).toMatchObject({
    swagger: '2.0',
    definitions: {
      'io.k8s.api.core.v1.Pod': {
        properties: { spec: { $ref: '#/definitions/io.k8s.api.core.v1.PodSpec' } },
      },
    },
  });
  expect(JSON.stringify(document)).not.toContain('#/components/');
});
