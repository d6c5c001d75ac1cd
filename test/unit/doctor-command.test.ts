import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, objectsAt, parseJson, textAt, valueAt } from '@archipelago/apimachinery';
import { type EmbeddedCluster, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { describe, expect, it, test } from 'vitest';
import { hyperConvergedSchema } from '../../packages/archipelago/src/config/crd.ts';
import { settings } from '../../packages/archipelago/src/config/settings.ts';
import { topics } from '../../packages/archipelago/src/doctor/checks.ts';
import { settingPaths } from '../../packages/archipelago/src/doctor/cluster/hyper-converged-view.ts';
import { vectorsOf } from '../support/vectors.ts';
import { run } from './run-command.test-support.ts';

const cases = new Map(vectorsOf('doctor'));
const items = (name: string) => cases.get(name)?.given ?? {};
const file = (name: string) => ({ 'objects.yaml': { kind: 'List', items: items(name) } });
const doctor = (name: string, ...flags: string[]) =>
  run(['doctor', '-f', 'objects.yaml', ...flags], file(name));

test('says what is wrong and what to do, in 80 columns', async () => {
  const { code, out } = await doctor('A14');
  expect(code).toBe(0);
  expect(out.split('could not look')[0]).toBe(`storage
  ! VD302 2 classes are the default: new is taken, for it is the newest.
          fix: take the annotation from old
            kubectl annotate storageclass old storageclass.kubernetes.io/is-default-class-
`);
  expect(out).toMatch(/\n0 critical, 1 warning, 0 info; \d+ ok, \d+ skipped, \d+ unknown, 0 ignored\n$/);
});

test('one missing right is told once, and the command ends with 3', async () => {
  const { code, out } = await doctor('A40');
  expect(code).toBe(3);
  expect(out.match(/may not list nodes \(grant get and list of it\)/g)).toHaveLength(1);
});

test('wide tells also what was skipped, and what a finding means', async () => {
  const { out } = await doctor('A13', '-o', 'wide');
  expect(out).toContain('  - VD304 skipped: follows from VD301\n');
  expect(out).toContain('No virtual machine can be made from a boot image.');
});

describe('filters act alike on text, data and exit code', () => {
  it.each([
    [[], 1, ['VD301']],
    [['--skip', 'VD301'], 0, []],
    [['--only', 'VD302,VD303'], 0, []],
    [['--exit-zero'], 0, ['VD301']],
  ] as const)('%j', async (flags, code, found) => {
    const json = await doctor('A13', '-o', 'json', ...flags);
    const text = await doctor('A13', ...flags);
    const codes = JSON.parse(json.out).findings.map((one: { code: string }) => one.code);
    expect([json.code, text.code, codes]).toEqual([code, code, found]);
    expect(text.out.includes('VD301')).toBe(found.length > 0);
  });

  it('by severity, and by what makes it fail', async () => {
    expect((await doctor('A14', '--fail-on', 'warning')).code).toBe(1);
    const told = await doctor('A14', '--severity', 'critical', '--fail-on', 'warning');
    expect([told.code, told.out.includes('VD302')]).toEqual([0, false]);
  });
});

describe('wrong use ends with 2', () => {
  it.each([
    ['a code that does not exist', ['--only', 'VD3O1'], /there is no check VD3O1; did you mean VD301/],
    ['no code', ['--only', ','], /name at least one check/],
    ['a level that does not exist', ['--fail-on', 'bad'], /Allowed choices are info, warning, critical/],
  ])('%s', async (_, flags, says) => {
    const { code, err } = await doctor('A13', ...flags);
    expect([code, says.test(err)]).toEqual([2, true]);
  });

  it.each([
    ['nothing', '', /has no object that a check looks at/],
    ['no YAML', '{', /objects\.yaml:1:2: .*correct the YAML/],
    [
      'other kinds',
      'kind: Job\napiVersion: batch/v1\nmetadata: {name: a}',
      /has no object that a check looks at/,
    ],
  ])('a file with %s', async (_, text, says) => {
    const { code, err } = await run(['doctor', '-f', 'objects.yaml'], { 'objects.yaml': text });
    expect([code, err]).toEqual([2, expect.stringMatching(says)]);
  });
});

test('documents one after the other are read, and what no check looks at is told', async () => {
  const text = `apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\n---\n${JSON.stringify({ items: items('A13') })}`;
  const { code, err } = await run(['doctor', '-f', '-'], { '-': text });
  expect([code, err]).toEqual([1, expect.stringMatching(/^note: 1 of \d+ objects are of kinds/)]);
});

test('list and explain tell of every check', async () => {
  const { out } = await run(['doctor', 'list', '-o', 'json'], {});
  const codes = topics.flatMap(({ checks }) => checks.map(({ code }) => code));
  expect(JSON.parse(out).checks.map((one: { code: string }) => one.code)).toEqual(codes);
  for (const code of codes) {
    const explained = await run(['doctor', 'explain', code], {});
    expect(explained.out).toMatch(new RegExp(`^${code} .+\\nfound: .+`));
  }
});

test('every setting that checks read has its place in the definition', () => {
  const schema = hyperConvergedSchema(settings);
  for (const [, path] of Object.values(settingPaths)) {
    const members = ['spec', ...path.split('.')].flatMap((name) => ['properties', name]);
    expect(valueAt(schema, ...members), path).toBeDefined();
  }
});

test('a live cluster gives the same as its objects in a file', async () => {
  const cluster = await startEmbeddedCluster({ insecure: true });
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  const kubeconfig = join(folder, 'config');
  try {
    await writeFile(kubeconfig, cluster.kubeconfig());
    const { out, code } = await run(['doctor', '--kubeconfig', kubeconfig, '-o', 'json'], {});
    const { findings, checks } = JSON.parse(out);
    expect(code).toBe(1);
    // there are neither nodes nor classes, and nothing of virtualization
    expect(findings.map((one: { code: string }) => one.code)).toEqual(['VD301']);
    expect(checks.filter((one: { status: string }) => one.status === 'unknown')).toEqual([]);
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true });
  }
});

test('with the rights that rbac prints nothing is unknown for want of rights', async () => {
  const cluster = await startEmbeddedCluster({ insecure: true });
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  const kubeconfig = join(folder, 'config');
  const ask = async (...flags: string[]) => run(['doctor', '--kubeconfig', kubeconfig, ...flags], {});
  try {
    const token = cluster.addUser({ name: 'jane', groups: ['system:authenticated'] });
    await writeFile(kubeconfig, cluster.kubeconfig(token));
    const before = await ask();
    expect(before.code).toBe(3);
    expect(before.out.match(/archipelago doctor rbac/g)).toHaveLength(1);
    const printed = await run(['doctor', 'rbac', '--bind', 'jane', '-o', 'json'], {});
    for (const object of objectsAt(parseJson(printed.out), 'items')) await create(cluster, object);
    const { out, code } = await ask('-o', 'json');
    expect(JSON.parse(out).checks.filter((one: { status: string }) => one.status === 'unknown')).toEqual([]);
    expect(code).toBe(1);
    expect((await ask()).out).not.toContain('rbac');
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true });
  }
});

async function create(cluster: EmbeddedCluster, object: JsonObject): Promise<void> {
  const plural = `${textAt(object, 'kind').toLowerCase()}s`;
  const response = await fetch(`${cluster.url}/apis/rbac.authorization.k8s.io/v1/${plural}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${cluster.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(object),
  });
  expect(response.status).toBe(201);
}

test('rbac narrows to what is asked for, and prints YAML', async () => {
  const { out } = await run(['doctor', 'rbac', '--only', 'VD302'], {});
  expect(out).toBe(`apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: archipelago-doctor
rules:
- apiGroups:
  - storage.k8s.io
  resources:
  - storageclasses
  verbs:
  - get
  - list
`);
  const none = await run(['doctor', 'rbac', '--only', 'VD302', '--skip', 'VD302'], {});
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('no check is left')]);
});

test('before the installation it says what to do next, also as data', async () => {
  const objects = items('A14');
  const listed = Array.isArray(objects)
    ? objects.filter((one) => textAt(one, 'kind') !== 'HyperConverged')
    : [];
  const pre = (...flags: string[]) =>
    run(['doctor', '--pre', '-f', 'objects.yaml', ...flags], {
      'objects.yaml': { kind: 'List', items: listed },
    });
  const { out } = await pre();
  expect(out).toMatch(
    / ignored\nnext: install the operator, create a HyperConverged, and ask: archipelago\s+doctor\n$/,
  );
  expect(out).toContain('VD302');
  expect(JSON.parse((await pre('-o', 'json')).out).next).toMatch(/^next: install/);
});
