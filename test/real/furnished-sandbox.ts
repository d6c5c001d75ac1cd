import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../src/api/json-value.ts';
import type { KubernetesObject } from '../../src/api/kubernetes-object.ts';
import { operands } from '../../src/config/operands.ts';
import { createKubernetesClient } from '../../src/kubernetes/create-kubernetes-client.ts';
import type { KubernetesClient } from '../../src/kubernetes/kubernetes-client.ts';
import type { ApiResult } from '../../src/kubernetes/kubernetes-status.ts';
import { loadConnection } from '../../src/kubernetes/load-connection.ts';
import type { ObjectName, Resource } from '../../src/kubernetes/resource.ts';
import { nodeTransport } from '../../src/kubernetes/transport.ts';
import { hyperConvergeds } from '../../src/operator/cluster-resources.ts';
import { startOperandControllers } from '../../src/sandbox/actors/operand-controller.ts';
import { startArchipelago } from './archipelago-process.ts';

export const operatorNamespace = 'kubevirt-hyperconverged';
export const hyperConvergedName = { namespace: operatorNamespace, name: 'kubevirt-hyperconverged' };

/** What a user writes. */
export interface HyperConvergedParts {
  readonly spec: JsonObject;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** `archipelago sandbox` in a process of its own, with the simulated operand controllers in this one. */
export interface FurnishedSandbox {
  readonly kubeconfig: string;
  /** As an administrator who is not the operator. */
  readonly client: KubernetesClient;
  get(resource: Resource, name: ObjectName): Promise<KubernetesObject | undefined>;
  hyperConverged(): Promise<KubernetesObject | undefined>;
  createHyperConverged(parts: HyperConvergedParts): Promise<void>;
  /** Every object the operator may own, by kind and name; undefined where there is none. */
  operands(): Promise<ReadonlyMap<string, KubernetesObject | undefined>>;
  stop(): Promise<void>;
}

/** Starts one with amd64 nodes only, on a port of its choice. */
export async function startFurnishedSandbox(): Promise<FurnishedSandbox> {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-real-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const server = startArchipelago([
    'sandbox',
    ...['--port', '0', '--nodes', 'amd64=2', '--kubeconfig-out', kubeconfig],
  ]);
  try {
    await server.said(/^ready kubeconfig=/m);
  } catch (error) {
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const client = createKubernetesClient({
    transport: nodeTransport(await loadConnection({ kubeconfig })),
    userAgent: 'test',
    fieldManager: 'test',
  });
  const controllers = startOperandControllers({ client, delayMs: 30, onProblem: () => undefined });
  return {
    ...access(client),
    kubeconfig,
    client,
    stop: async () => {
      await controllers.stop();
      client.close();
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Access = Pick<FurnishedSandbox, 'get' | 'hyperConverged' | 'createHyperConverged' | 'operands'>;

function access(client: KubernetesClient): Access {
  async function get(resource: Resource, name: ObjectName): Promise<KubernetesObject | undefined> {
    const result = await client.get(resource, name);
    return !result.ok && result.status.code === 404 ? undefined : demand(result);
  }
  return {
    get,
    hyperConverged: () => get(hyperConvergeds, hyperConvergedName),
    createHyperConverged: async ({ spec, annotations }) => {
      const metadata = { ...hyperConvergedName, ...(annotations === undefined ? {} : { annotations }) };
      const object = { apiVersion: 'hco.kubevirt.io/v1beta1', kind: 'HyperConverged', metadata, spec };
      demand(await client.create(hyperConvergeds, object));
    },
    operands: async () =>
      new Map(
        await Promise.all(
          operands.map(async (operand) => {
            const name = operand.name(hyperConvergedName.name);
            const namespace = operand.namespaced ? (operand.namespace ?? operatorNamespace) : undefined;
            return [`${operand.kind} ${name}`, await get(operand, { namespace, name })] as const;
          }),
        ),
      ),
  };
}

/** The answer, where anything but an answer is a bug. */
export function demand<T>(result: ApiResult<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.status.code} ${result.status.message}`);
}
