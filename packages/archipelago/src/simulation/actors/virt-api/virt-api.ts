import { type KubernetesObject, type ObjectMeta, textsAt } from '@archipelago/apimachinery';
import {
  type ApiResult,
  createKubernetesClient,
  type KubernetesClient,
  type KubernetesStatus,
} from '@archipelago/kube-client';
import type {
  ClusterExtension,
  ExtensionAnswer,
  ExtensionRefusal,
  ExtensionRequest,
} from '@archipelago/kube-sandbox';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import { machineKinds } from '../virt-controller/machine-kinds.ts';
import {
  decideMachineRequest,
  type MachineRequest,
  type MachineVerb,
  type MachineWrite,
  machineVerbs,
} from './decide-machine-request.ts';
import { missing } from './machine-refusals.ts';

const { VirtualMachine, VirtualMachineInstance, Migration } = machineKinds;
const account = 'archipelago-simulated-virt-api';

/**
 * Plays virt-api as far as `virtctl start`, `stop`, `restart` and `migrate` ask it. As upstream, who may ask is what counts: what it writes
 * then it writes by its own right, to the machine that was asked for and to no other.
 */
export const virtApi: ClusterExtension = {
  group: 'subresources.kubevirt.io',
  version: 'v1',
  resources: [
    {
      plural: VirtualMachine.plural,
      namespaced: true,
      subresources: machineVerbs.map((verb) => ({ name: verb, verbs: ['update'] })),
    },
  ],
  as: { name: account, groups: ['system:masters', 'system:authenticated'] },
  answer: (request, transport) =>
    answer(request, createKubernetesClient({ transport, userAgent: account, fieldManager: account })),
};

const notFound = 404;
const conflict = 409;
const mostTries = 5;

/** Whoever was faster is looked at again. */
async function answer(request: ExtensionRequest, client: KubernetesClient): Promise<ExtensionAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answered = await answerOnce(request, client);
    if (!('lost' in answered)) return answered;
    if (tries === mostTries) return { refusal: answered.lost };
  }
}

async function answerOnce(
  request: ExtensionRequest,
  client: KubernetesClient,
): Promise<ExtensionAnswer | { readonly lost: ExtensionRefusal }> {
  const { signal, body: options = {} } = request;
  const found = await look(request, client);
  if ('refusal' in found) return found;
  const decision = decideMachineRequest(verbOf(request), { ...found, options });
  if ('refusal' in decision) return decision;
  const dryRun = textsAt(options, 'dryRun').includes('All');
  const written = await write(client, decision, found.machine, { signal, dryRun });
  if (written.ok) return { code: 202 };
  const refusal = refusalOf(written.status);
  return refusal.code === conflict ? { lost: refusal } : { refusal };
}

function verbOf({ subresource }: ExtensionRequest): MachineVerb {
  const verb = machineVerbs.find((one) => one === subresource);
  if (verb === undefined) throw new Error(`${subresource} is in discovery and unknown`);
  return verb;
}

async function look(
  { signal, namespace, name }: ExtensionRequest,
  client: KubernetesClient,
): Promise<Pick<MachineRequest, 'machine' | 'instance'> | { readonly refusal: ExtensionRefusal }> {
  const place = { namespace, name };
  const machine = await client.get(VirtualMachine, place, { signal });
  if (!machine.ok) return { refusal: missingOr(machine.status, name) };
  const instance = await client.get(VirtualMachineInstance, place, { signal });
  if (instance.ok) return { machine: machine.value, instance: instance.value };
  return instance.status.code === notFound
    ? { machine: machine.value, instance: undefined }
    : { refusal: refusalOf(instance.status) };
}

function missingOr(status: KubernetesStatus, name: string): ExtensionRefusal {
  return status.code === notFound ? missing('virtualmachine', name) : refusalOf(status);
}

function refusalOf({ code, reason, message, details = {} }: KubernetesStatus): ExtensionRefusal {
  return { code, reason, message, details };
}

/** Patches hold only if the machine still is the one that was looked at. */
function write(
  client: KubernetesClient,
  decision: MachineWrite,
  { metadata }: KubernetesObject,
  options: { readonly signal: AbortSignal; readonly dryRun: boolean },
): Promise<ApiResult<KubernetesObject>> {
  const { name, namespace, resourceVersion = '' } = metadata;
  if (decision.do === 'migrate') return client.create(Migration, migrationOf(metadata), options);
  const patch = { type: 'merge', body: { metadata: { resourceVersion }, ...decision.patch } } as const;
  const place = { namespace, name };
  return decision.do === 'patch'
    ? client.patch(VirtualMachine, place, patch, options)
    : client.patchStatus(VirtualMachine, place, patch, options);
}

/** The server draws its name. */
function migrationOf({ name: vmiName, namespace = '' }: ObjectMeta): KubernetesObject {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: Migration.kind,
    metadata: {
      name: '',
      generateName: 'kubevirt-migrate-vm-',
      namespace,
      annotations: { [simulatedAnnotation]: 'true' },
    },
    spec: { vmiName },
  };
}
