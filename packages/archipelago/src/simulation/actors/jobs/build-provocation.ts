import { type KubernetesObject, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';

const prefix = 'sandbox.archipelago.dev/build-';
const lies = ['architecture', 'base', 'digest', 'key'] as const;

/** What a simulated build says that is not so. */
export type BuildLie = (typeof lies)[number];

/** How a simulated build is to go other than well. */
export interface BuildProvocation {
  /** Annotation `sandbox.archipelago.dev/build-exit-code`: the builder ends with it. */
  readonly exitCode: number | undefined;
  /** `…/build-evicted: "true"`: the pod is put off its node. */
  readonly evicted: boolean;
  /** `…/build-seconds`, here in milliseconds: how long the builder takes. */
  readonly takesMs: number | undefined;
  /** `…/build-lie`: what about the image is not as reported or wanted. */
  readonly lie: BuildLie | undefined;
}

interface Provoked {
  readonly client: KubernetesClient;
  readonly pod: KubernetesObject;
  readonly job: KubernetesObject;
  readonly signal: AbortSignal;
}

/** Reads the annotations of the pod's node, its job and whatever owns that (build, config); the first that says something counts. */
export async function provocationOf(provoked: Provoked): Promise<BuildProvocation> {
  const sources = await annotated(provoked);
  const said = (name: string) =>
    sources.map((each) => textAt(each, 'metadata', 'annotations', prefix + name)).find((text) => text !== '');
  return {
    exitCode: numberIn(said('exit-code')),
    evicted: said('evicted') === 'true',
    takesMs: thousandfold(numberIn(said('seconds'))),
    lie: lies.find((lie) => lie === said('lie')),
  };
}

function numberIn(text = ''): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function thousandfold(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value * 1000;
}

const nodes = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
/** A job is owned by a build, that by a config. */
const deepest = 3;

async function annotated({
  client,
  pod,
  job,
  signal,
}: Provoked): Promise<readonly (KubernetesObject | undefined)[]> {
  const node = await client.get(nodes, { name: textAt(pod, 'spec', 'nodeName') }, { signal });
  const found: (KubernetesObject | undefined)[] = [node.ok ? node.value : undefined];
  let owned: KubernetesObject | undefined = job;
  for (let depth = 0; owned !== undefined && depth < deepest; depth += 1) {
    found.push(owned);
    owned = await ownerOf(client, owned, signal);
  }
  return found;
}

/** Owners of jobs are of the whole cluster. */
async function ownerOf(
  client: KubernetesClient,
  { metadata }: KubernetesObject,
  signal: AbortSignal,
): Promise<KubernetesObject | undefined> {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (owner === undefined) return undefined;
  const [group = '', version = ''] = owner.apiVersion.split('/');
  const { kind, name } = owner;
  const resource = { group, version, plural: `${kind.toLowerCase()}s`, kind, namespaced: false };
  const found = await client.get(resource, { name }, { signal });
  return found.ok ? found.value : undefined;
}
