import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { installationPrograms } from '../../support/installation-programs.ts';
import { operatorNamespace as home } from '../furnished-cluster.ts';
import type { BareCluster } from './bare-cluster.ts';
import type { PlayedOperator } from './follow-operator.ts';
import type { ImageRoot } from './image-root.ts';
import { installByOlm } from './install-by-olm.ts';
import { playChartTest } from './play-chart-test.ts';

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

/** Of the bundle, and of the webhook's certificate. */
const leftByOlm = [
  'ClusterRole archipelago-operator-metrics-reader',
  'ClusterRole os-images.kubevirt.io:edit',
  'RoleBinding kube-system/archipelago-operator-service-auth-reader',
];

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
  const { tellAvailable, uninstall } = await installByOlm(
    cluster,
    await written(cluster, image, '--format', 'olm'),
  );
  return { uninstall, use: tellAvailable };
}

export const waysToInstall: readonly WayToInstall[] = [
  { name: 'plain manifests', install: installPlainly, left: [priority] },
  { name: 'the chart', install: installChart, left: [priority, definition, lease, ...namespaces] },
  { name: 'the base of Kustomize', install: installBase, left: [priority] },
  { name: 'a Subscription of OLM', install: installBundle, left: [priority, definition, ...leftByOlm] },
];
