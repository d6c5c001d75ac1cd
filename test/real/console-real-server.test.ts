import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleBrowser, openConsole } from './console-browser.ts';
import { type FurnishedCluster, furnishedKubernetes } from './furnished-cluster.ts';
import { hasReconciled, startOperatorProcess } from './operator-process.ts';

let cluster: FurnishedCluster;
const navigation = "[...document.querySelectorAll('nav a')].map((each) => each.pathname)";
let opened: ConsoleBrowser;

beforeAll(async () => {
  cluster = await furnishedKubernetes.start({
    workers: [
      { architecture: 'amd64', count: 2 },
      { architecture: 'arm64', count: 1 },
    ],
    importer: 'builtin',
    layering: 'registry.example/buildah:1',
  });
  await cluster.createHyperConverged({ spec: {} });
  const operator = startOperatorProcess(cluster.operatorKubeconfig, '--golden-images', 'builtin');
  await operator.said(hasReconciled);
  opened = await openConsole(cluster.kubeconfig);
}, 300_000);

afterAll(async () => {
  await opened?.close();
  await cluster?.stop();
});

/** What pages show once a real API server was looked at; of one that is not here, that it came to something. */
const contents: Readonly<Record<string, string>> = {
  '/overview': 'table[aria-label="Nodes by architecture and role"] >> text=arm64',
  '/settings': 'table[aria-label="Settings"] >> text=spec.evictionStrategy',
  '/images': 'table[aria-label="Golden images by architecture"] >> text=arm64',
  '/doctor': 'table[aria-label="Findings"]',
};

test('each page shows a real API server, without a barrier or a complaint of the browser', async () => {
  const { page } = opened;
  await page.waitForSelector('nav a');
  const paths: string[] = await page.evaluate(navigation);
  expect(paths).toEqual(expect.arrayContaining(Object.keys(contents)));
  for (const path of paths) {
    await page.click(`nav a[href="${path}"]`);
    await page.waitForSelector(contents[path] ?? '#main h1');
    await page.waitForSelector('#main .pf-v6-c-spinner', { state: 'detached' });
    expect(await page.locator('text="The cluster could not be looked at"').count(), path).toBe(0);
    await opened.picture(`real-server${path.replace('/', '-')}`);
    expect(await opened.barriers(), path).toEqual([]);
  }
  expect(opened.complaints).toEqual([]);
}, 120_000);

test('a page follows what changes there', async () => {
  const { page, go } = opened;
  await go('Settings', 'table[aria-label="Settings"]');
  await page.fill('input[aria-label^="Find a setting"]', 'spec.evictionStrategy');
  const resource = {
    group: 'hco.kubevirt.io',
    version: 'v1beta1',
    plural: 'hyperconvergeds',
    kind: 'HyperConverged',
    namespaced: true,
  };
  const name = { namespace: 'kubevirt-hyperconverged', name: 'kubevirt-hyperconverged' };
  const body = { spec: { evictionStrategy: 'External' } };
  const patched = await cluster.client.patch(resource, name, { type: 'merge', body });
  expect(patched.ok).toBe(true);
  await page.waitForSelector('td[data-label="Value"]:has-text("External")');
}, 60_000);
