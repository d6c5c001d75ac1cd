import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import { createRegistryClient, parseRegistriesConf } from '@archipelago/oci-registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookUpImage } from '../../packages/archipelago/src/cli/commands/up/look-up-image.ts';
import { commonImages } from '../../packages/archipelago/src/golden-images/templates/common-images.ts';
import { createAskImage } from '../../packages/archipelago/src/operator/golden-images/ask-image.ts';
import { startImporter } from '../../packages/archipelago/src/simulation/actors/importer/start-importer.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import { eventually } from '../support/eventually.ts';
import { type FurnishedCluster, furnishedKubernetes, furnishedSandboxes } from './furnished-cluster.ts';
import { hasReconciled, type OperatorProcess, startOperatorProcess } from './operator-process.ts';

const execute = promisify(execFile);
const editor = `${process.execPath} ${resolve('test/real/edit-manifest.mjs')}`;
const images = 'kubevirt-os-images';
const gauge = 'kubevirt_hco_multi_arch_boot_images_enabled';
/** Word for word as in the runbook. */
const read = 'kubectl get hyperconverged -n kubevirt-hyperconverged kubevirt-hyperconverged -o yaml';
const edit = 'kubectl edit hyperconverged -n kubevirt-hyperconverged kubevirt-hyperconverged -o yaml';

/**
 * The runbook of HCOMultiArchGoldenImagesDisabled and the images of "Heterogeneous cluster support" on a cluster without SSP,
 * from the alert's metric to DataSources that machines boot from: the operator is a process under its own account, with mirrors,
 * logins and authorities as an administrator gives them.
 */
describe.each([furnishedSandboxes, furnishedKubernetes])('golden images by the book, $name', (clusters) => {
  let cluster: FurnishedCluster;
  let mirror: ImageRegistry;
  let guarded: ImageRegistry;
  let operator: OperatorProcess;
  let importer: { stop(): Promise<void> };
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-runbook-'));

  beforeAll(async () => {
    mirror = await startImageRegistry();
    guarded = await startImageRegistry({ tls: true, users: { ann: 'secret' }, auth: 'bearer' });
    for (const { url, architectures } of commonImages) {
      const [, repository = '', tag = ''] = /^docker:\/\/[^/]+\/(.+):([^:]+)$/.exec(url) ?? [];
      mirror.push(repository, tag, {
        platforms: architectures.split(',').map((architecture) => ({ architecture, revision: url })),
      });
    }
    guarded.push('team/custom1', 'latest', {
      platforms: [{ architecture: 'amd64' }, { architecture: 'arm64' }],
    });
    const conf = `[[registry]]\nprefix = "*.io"\nlocation = "${mirror.host}"\ninsecure = true\n`;
    const host = /\/\/([^/]+)\//.exec(commonImages[0]?.url ?? '')?.[1] ?? '';
    writeFileSync(join(folder, 'registries.conf'), conf.replace('*.io', host));
    cluster = await clusters.start({
      workers: ['amd64', 'arm64'].map((architecture) => ({ architecture, count: 1 })),
      importer: 'auto',
    });
    operator = startOperatorProcess(
      cluster.operatorKubeconfig,
      ...['--golden-images', 'auto', '--registries-conf', join(folder, 'registries.conf')],
      ...[mirror, guarded].flatMap((each) => ['--registry-allow-host', each.host]),
    );
    const rules = parseRegistriesConf(conf.replace('*.io', host));
    const registry = createRegistryClient();
    const ask = createAskImage({
      client: cluster.client,
      registry,
      access: { credentials: [], ca: undefined },
      rules: () => (rules.kind === 'ok' ? rules.value : []),
    });
    importer = startImporter({
      client: cluster.client,
      lookUp: lookUpImage(ask),
      importMs: 50,
      pollMs: 500,
      onProblem: () => undefined,
    });
    await cluster.createHyperConverged({ spec: {} });
    await operator.said(hasReconciled);
  });

  afterAll(async () => {
    await importer?.stop();
    // the cluster ends last: before it does, it looks for its secrets in what the operator told
    await operator?.kill();
    await cluster?.stop();
    await mirror?.stop();
    await guarded?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function shell(command: string, edits?: JsonObject): Promise<string> {
    const { stdout } = await execute('bash', ['-o', 'pipefail', '-c', command], {
      env: {
        ...process.env,
        KUBECONFIG: cluster.kubeconfig,
        KUBE_EDITOR: editor,
        EDITS: JSON.stringify(edits ?? {}),
      },
      maxBuffer: 1 << 26,
    });
    return stdout;
  }

  async function ready(): Promise<readonly string[]> {
    const list: unknown = JSON.parse(await shell(`kubectl get datasources -n ${images} -o json`));
    const items: readonly JsonValue[] = isJsonObject(list) && Array.isArray(list.items) ? list.items : [];
    return items
      .filter((item) => valueAt(item, 'status', 'conditions', '0', 'status') === 'True' || isReady(item))
      .map((item) => String(valueAt(item, 'metadata', 'name')));
  }

  const common = ['centos-stream10', 'centos-stream9', 'fedora'];
  const perArchitecture = common.flatMap((name) => [name, `${name}-amd64`, `${name}-arm64`]);

  test('the alert: several architectures, one image each', async () => {
    await eventually(async () => {
      expect((await operator.metrics()).get(gauge)).toBe(0);
      expect(await ready()).toEqual(common);
    });
    expect(await shell(read)).toMatch(/workloadsArchitectures:\n +- amd64\n +- arm64\n/);
  });

  test('the gate in the editor: the alert is gone, and there is an image for each architecture', async () => {
    await shell(edit, { spec: { featureGates: { enableMultiArchBootImageImport: true } } });
    await eventually(async () => {
      expect((await operator.metrics()).get(gauge)).toBe(1);
      expect(await ready()).toEqual(perArchitecture);
    });
    const source: unknown = JSON.parse(
      await shell(`kubectl get datasource -n ${images} fedora-arm64 -o json`),
    );
    expect(source).toMatchObject({ metadata: { labels: { 'template.kubevirt.io/architecture': 'arm64' } } });
  });

  test('a custom image behind a login and an own authority, its architectures looked up', async () => {
    await shell(
      `kubectl create secret generic login -n ${images} --from-literal=accessKeyId=ann --from-literal=secretKey=secret`,
    );
    writeFileSync(join(folder, 'ca.pem'), guarded.caCertificate ?? '');
    await shell(`kubectl create configmap authority -n ${images} --from-file=${join(folder, 'ca.pem')}`);
    const url = `docker://${guarded.host}/team/custom1`;
    const template = {
      metadata: { name: 'custom-image1' },
      spec: {
        schedule: '0 */12 * * *',
        managedDataSource: 'custom1',
        retentionPolicy: 'All',
        template: { spec: { source: { registry: { url, secretRef: 'login', certConfigMap: 'authority' } } } },
      },
    };
    await shell(edit, { spec: { dataImportCronTemplates: [template] } });
    // the operator may read no secret that nobody lets it read, and says how to let it
    await eventually(async () =>
      expect(await shell(read.replace('yaml', 'json'))).toContain(
        "let the operator's account get this Secret",
      ),
    );
    const account = 'kubevirt-hyperconverged:archipelago-operator';
    await shell(
      [
        `kubectl create role logins -n ${images} --verb=get --resource=secrets,configmaps --resource-name=login --resource-name=authority`,
        `kubectl create rolebinding logins -n ${images} --role=logins --serviceaccount=${account}`,
      ].join(' && '),
    );
    await eventually(async () =>
      expect(await ready()).toEqual([
        ...perArchitecture.slice(0, 6),
        'custom1',
        'custom1-amd64',
        'custom1-arm64',
        ...perArchitecture.slice(6),
      ]),
    );
  }, 60_000);

  test('workloads on one architecture: nothing to alert about any more', async () => {
    const terms = [{ matchExpressions: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] }] }];
    const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } };
    await shell(edit, {
      spec: {
        workloads: { nodePlacement: { affinity: { nodeAffinity: required } } },
        featureGates: { enableMultiArchBootImageImport: false },
      },
    });
    await eventually(async () => {
      expect((await operator.metrics()).has(gauge)).toBe(false);
      expect(await shell(read)).toMatch(/workloadsArchitectures:\n +- amd64\n(?! +- arm64)/);
    });
    // what works is kept for the grace period
    expect(await ready()).toEqual(expect.arrayContaining(common));
  });

  test('deleting the HyperConverged takes the boot sources along, and lacks no permission', async () => {
    await shell(
      'kubectl delete hyperconverged -n kubevirt-hyperconverged kubevirt-hyperconverged --timeout=30s',
    );
    expect(await shell(`kubectl get dataimportcrons -A -o name`)).toBe('');
    expect(await shell(`kubectl get datasources -A -o name`)).toBe('');
    const refused = operator
      .output()
      .split('\n')
      .filter((line) => line.includes('forbidden') && !line.includes('secrets'));
    expect(refused).toEqual([]);
  }, 60_000);
});

function isReady(item: JsonValue): boolean {
  const conditions = valueAt(item, 'status', 'conditions');
  const list: readonly JsonValue[] = Array.isArray(conditions) ? conditions : [];
  return list.some((each) => isJsonObject(each) && each.type === 'Ready' && each.status === 'True');
}
