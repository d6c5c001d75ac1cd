import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { installationPrograms } from '../../support/installation-programs.ts';
import { operatorNamespace as home } from '../furnished-cluster.ts';
import type { BareCluster } from './bare-cluster.ts';
import type { PlayedOperator } from './follow-operator.ts';
import type { ImageRoot } from './image-root.ts';
import { playChartTest } from './play-chart-test.ts';
import { playOlm } from './played-olm.ts';

/** What was installed by a way. */
export interface Installed {
  uninstall(): Promise<unknown>;
  /** What else users do with it while an operator runs. */
  use?(running: { readonly root: ImageRoot; readonly operator: PlayedOperator }): Promise<void>;
}

/** One of the ways by which users install and uninstall, as docs/installation.md has them. */
export interface WayToInstall {
  readonly name: string;
  install(cluster: BareCluster, image: string): Promise<Installed>;
  /** What the documentation says stays. */
  readonly left: readonly string[];
}

/** Also upstream's operator leaves it: machines of others may have it. */
const priority = 'PriorityClass kubevirt-cluster-critical';
const definition = 'CustomResourceDefinition hyperconvergeds.hco.kubevirt.io';
const namespaces = [`Namespace ${home}`, 'Namespace kubevirt-os-images'];
/** Made by the operator while it runs, in its namespace. */
const lease = `Lease ${home}/archipelago-operator`;

async function written(
  { run, newFolder }: BareCluster,
  image: string,
  ...flags: readonly string[]
): Promise<string> {
  const folder = newFolder();
  await run('bin/archipelago', 'manifests', '--image', image, ...flags, '--output-dir', folder);
  return folder;
}

async function installPlainly({ run, newFolder }: BareCluster, image: string): Promise<Installed> {
  const file = join(newFolder(), 'manifests.yaml');
  writeFileSync(file, await run('bin/archipelago', 'manifests', '--image', image));
  await run('kubectl', 'apply', '-f', file);
  return { uninstall: () => run('kubectl', 'delete', '-f', file) };
}

async function installChart(cluster: BareCluster, image: string): Promise<Installed> {
  const { run } = cluster;
  const chart = await written(cluster, image, '--format', 'helm');
  const programs = installationPrograms(() => undefined);
  const helm = join(programs, 'helm');
  await run(helm, 'install', 'archipelago', chart, '-n', home, '--create-namespace');
  return {
    uninstall: () => run(helm, 'uninstall', 'archipelago', '-n', home, '--wait'),
    use: async (running) => expect(await playChartTest(cluster, helm, running)).toBe('readyz: 200\n'),
  };
}

async function installBase(cluster: BareCluster, image: string): Promise<Installed> {
  const { run } = cluster;
  const base = await written(cluster, image, '--format', 'kustomize');
  await run('kubectl', 'apply', '--server-side', '-k', base);
  return { uninstall: () => run('kubectl', 'delete', '-k', base) };
}

async function installBundle(cluster: BareCluster, image: string): Promise<Installed> {
  const { run, apply, remove } = cluster;
  const folder = await written(cluster, image, '--format', 'olm');
  const beside = join(folder, 'beside-the-bundle.yaml');
  const { definitions, owned } = await playOlm(join(folder, 'bundle'), home);
  await run('kubectl', 'create', 'namespace', home);
  await apply(definitions);
  await run('kubectl', 'wait', '--for=condition=Established', 'crd/hyperconvergeds.hco.kubevirt.io');
  await apply(owned);
  await run('kubectl', 'apply', '--server-side', '-f', beside);
  return {
    uninstall: async () => {
      await remove(owned);
      await run('kubectl', 'delete', '-f', beside);
    },
  };
}

export const waysToInstall: readonly WayToInstall[] = [
  { name: 'plain manifests', install: installPlainly, left: [priority] },
  { name: 'the chart', install: installChart, left: [priority, definition, lease, ...namespaces] },
  { name: 'the base of Kustomize', install: installBase, left: [priority] },
  { name: 'what OLM makes of the bundle', install: installBundle, left: [priority, definition] },
];
