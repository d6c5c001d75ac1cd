import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { World } from './simulated-world.test-support.ts';

interface Container {
  readonly name: string;
  readonly args?: readonly string[];
  readonly env?: readonly JsonObject[];
  readonly volumeMounts: readonly JsonObject[];
}

function podOf(job: KubernetesObject | undefined) {
  const { spec } = job as unknown as {
    spec: {
      template: {
        spec: {
          initContainers: readonly Container[];
          containers: readonly Container[];
          volumes: readonly (JsonObject & { name: string })[];
        };
      };
    };
  };
  const { initContainers, containers, volumes } = spec.template.spec;
  const [worker] = initContainers;
  const [report] = containers;
  if (worker === undefined || report === undefined) throw new Error('no containers');
  return { worker, report, registries: volumes.find(({ name }) => name === 'registries') };
}

function started(registries: Partial<World['registries']>, proxy?: World['proxy']): World {
  const world = new World({ nodes: { a: 'amd64' } });
  world.registries = { ...world.registries, ...registries };
  world.proxy = proxy;
  world.assembly = () => ({ kind: 'hang' });
  return world.run();
}

const both = { caCertificates: 'PEM', registriesConf: 'unqualified-search-registries = []' };
const mount = { name: 'registries', mountPath: '/run/registries', readOnly: true };
const items = ['ca.crt', 'registries.conf'].map((key) => ({ key, path: key }));
const data = { 'ca.crt': 'PEM', 'registries.conf': 'unqualified-search-registries = []' };

describe('how jobs reach registries', () => {
  test('is in a ConfigMap that they mount', () => {
    const world = started(both);
    const build = podOf(world.jobs()[0]);
    expect(build.worker.volumeMounts).toContainEqual(mount);
    const source = world.jobs()[0]?.metadata.name ?? '';
    expect(build.registries?.configMap).toEqual({ name: source, items });
    expect(world.get('ConfigMap', source).data).toMatchObject(data);
    const assembly = podOf(world.jobs('assemble')[0]);
    expect(assembly.worker.volumeMounts).toContainEqual(mount);
    const own = `registries-${world.build().name}`;
    expect(assembly.registries?.configMap).toEqual({ name: own, items });
    expect(world.get('ConfigMap', own).data).toEqual(data);
    const flags = assembly.worker.args?.join(' ');
    expect(flags).toContain('--ca-file /run/registries/ca.crt');
    expect(flags).toContain('--registries-conf /run/registries/registries.conf');
  });

  test('is nothing where the machines know it', () => {
    const world = started({});
    for (const job of [...world.jobs(), ...world.jobs('assemble')])
      expect(JSON.stringify(job)).not.toContain('"registries"');
    expect(world.all('ConfigMap').filter(({ metadata }) => metadata.name.startsWith('registries-'))).toEqual(
      [],
    );
    expect(podOf(world.jobs('assemble')[0]).worker.args?.join(' ')).not.toMatch(/--ca-file|registries-conf/);
  });

  test('is as it is now in the next attempt, and goes in the end', () => {
    const world = new World({ nodes: { a: 'amd64' } });
    world.registries = both;
    world.behaviour = (_, attempt) => ({ kind: attempt === 1 ? 'fail' : 'succeed' });
    world.assembly = (attempt) =>
      attempt === 1
        ? { kind: 'report', data: { reason: 'RegistryUnavailable' } }
        : attempt === 2
          ? { kind: 'hang' }
          : undefined;
    world.run();
    world.registries = { caCertificates: 'other PEM', registriesConf: undefined };
    world.through(300);
    // all attempts read one source, which has the name of the first
    const [job] = world.jobs();
    const { data } = world.get('ConfigMap', (job?.metadata.name ?? '').replace(/-\d$/, ''));
    expect(data).toMatchObject({ 'ca.crt': 'other PEM' });
    expect(data).not.toHaveProperty(['registries.conf']);
    expect(world.get('ConfigMap', `registries-${world.build().name}`).data).toEqual({
      'ca.crt': 'other PEM',
    });
    world.assembly = () => undefined;
    world.after(400);
    expect(world.build().status.phase).toBe('Succeeded');
    world.after(400);
    const left = world.all('ConfigMap').filter(({ metadata }) => !metadata.name.startsWith('log-'));
    expect(left.map(({ metadata }) => metadata.name)).toEqual(['architectures-edge']);
  });

  test('may lead through a proxy, for builds and the assembly', () => {
    const world = started({}, { HTTPS_PROXY: 'http://proxy.example.com:3128', NO_PROXY: '.svc' });
    const variables = [
      { name: 'HTTPS_PROXY', value: 'http://proxy.example.com:3128' },
      { name: 'NO_PROXY', value: '.svc' },
    ];
    for (const job of [...world.jobs(), ...world.jobs('assemble')]) {
      expect(podOf(job).worker.env).toEqual(expect.arrayContaining(variables));
      expect(podOf(job).report.env).not.toEqual(expect.arrayContaining(variables.slice(0, 1)));
    }
  });
});
