import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isJsonObject, type JsonObject, listAt, objectsAt } from '@archipelago/apimachinery';
import { createKubernetesClient, loadConnection, nodeTransport } from '@archipelago/kube-client';
import {
  createDefinitions,
  createInstances,
  createReadyNodes,
} from '../../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { startOperandControllers } from '../../../packages/archipelago/src/simulation/actors/operand-controller.ts';
import { simulatedNodes } from '../../../packages/archipelago/src/simulation/actors/simulated-nodes.ts';
import { customResourceDefinition } from '../../../packages/archipelago/src/simulation/definitions/declaration/resource-definition.ts';
import { sandboxDefinitions } from '../../../packages/archipelago/src/simulation/definitions/sandbox-definitions.ts';
import { startKubernetes } from '../../kubernetes/start-kubernetes.ts';
import { upstreamDefinition } from '../../support/upstream-definitions.ts';
import { operatorNamespace } from '../furnished-cluster.ts';
import { type ServiceRoute, startServiceRoute } from './service-route.ts';

/** A real Kubernetes with nodes, the definitions of operands and who plays their operators, in which nothing of ours is installed. */
export interface BareCluster {
  readonly kubeconfig: string;
  readonly services: ServiceRoute;
  /** An empty folder that goes with the cluster. */
  newFolder(): string;
  /** kubectl, or another program that takes its kubeconfig from the environment; throws where it fails. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  apply(objects: readonly JsonObject[]): Promise<void>;
  remove(objects: readonly JsonObject[]): Promise<void>;
  /** In the operator's namespace; empty where there is none. */
  object(kind: string, name: string): Promise<JsonObject>;
  /** Status of each condition of the HyperConverged. */
  conditions(): Promise<Readonly<Record<string, string>>>;
  /** Every object by kind, namespace and name, but events and what Kubernetes itself puts into each namespace. */
  everything(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export async function startBareCluster(): Promise<BareCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-bare-'));
  const newFolder = () => mkdtempSync(join(folder, 'part-'));
  const services = await startServiceRoute(folder);
  const egress = join(folder, 'egress.json');
  writeFileSync(egress, services.egress);
  const kubernetes = await startKubernetes({ apiServerFlags: [`--egress-selector-config-file=${egress}`] });
  const kubeconfig = kubernetes.adminKubeconfig;
  const client = createKubernetesClient({
    transport: nodeTransport(await loadConnection({ kubeconfig })),
    userAgent: 'test',
    fieldManager: 'test',
  });
  const { definitions, instances } = sandboxDefinitions('kubernetes');
  await createDefinitions(client, definitions.map(customResourceDefinition).map(upstreamDefinition));
  await createInstances(client, instances);
  const nodes = [{ architecture: 'amd64', count: 2 }] as const;
  await createReadyNodes(client, simulatedNodes('2026-01-01T00:00:00Z', nodes));
  const controllers = startOperandControllers({ client, delayMs: 30, onProblem: () => undefined });
  return {
    kubeconfig,
    services,
    newFolder,
    ...commands(kubeconfig, newFolder),
    stop: async () => {
      await controllers.stop();
      client.close();
      await kubernetes.stop();
      await services.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Commands = Pick<BareCluster, 'run' | 'apply' | 'remove' | 'object' | 'conditions' | 'everything'>;

const execute = promisify(execFile);

function commands(kubeconfig: string, newFolder: () => string): Commands {
  const env = { ...process.env, KUBECONFIG: kubeconfig };
  const run = async (program: string, ...args: readonly string[]) =>
    (await execute(program, args, { env, maxBuffer: 1 << 28 })).stdout;
  const object = async (kind: string, name: string) => {
    const place = ['-n', operatorNamespace, '-o', 'json', '--ignore-not-found'];
    const text = await run('kubectl', 'get', kind, name, ...place);
    const found: unknown = text === '' ? {} : JSON.parse(text);
    return isJsonObject(found) ? found : {};
  };
  const listFile = (items: readonly JsonObject[]) => {
    const file = join(newFolder(), 'objects.json');
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    return file;
  };
  return {
    run,
    object,
    apply: async (objects) => void (await run('kubectl', 'apply', '--server-side', '-f', listFile(objects))),
    remove: async (objects) => void (await run('kubectl', 'delete', '-f', listFile(objects))),
    conditions: async () => {
      const { status } = await object('hyperconverged', 'kubevirt-hyperconverged');
      return Object.fromEntries(
        objectsAt(status, 'conditions').map(({ type, status: is }) => [String(type), String(is)]),
      );
    },
    everything: () => everything(run),
  };
}

/** Made by Kubernetes itself: in every namespace, for each definition, and what it tells of. */
const kubernetesOwn =
  /^(?:Event |APIService |ConfigMap \S+\/kube-root-ca\.crt$|ServiceAccount \S+\/default$)/;

async function everything(run: BareCluster['run']): Promise<readonly string[]> {
  const kinds = (await run('kubectl', 'api-resources', '--verbs=list', '-o', 'name'))
    .split('\n')
    .filter((kind) => kind !== '' && !/^(?:componentstatuses|events)\b/.test(kind));
  const text = await run('kubectl', 'get', kinds.join(','), '-A', '--ignore-not-found', '-o', 'json');
  return listAt(JSON.parse(text), 'items')
    .filter(isJsonObject)
    .map(({ kind, metadata }) => {
      const { namespace = '', name } = isJsonObject(metadata) ? metadata : {};
      return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
    })
    .filter((each) => !kubernetesOwn.test(each))
    .sort();
}
