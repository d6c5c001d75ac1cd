import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { objectAt, sleep, systemClock, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import type { ObjectSource, VariablePlan, VolumePlan } from './pod-plan.ts';

/** Reads what a pod's volumes and variables come from, in its namespace. */
interface SourceReader {
  readonly client: KubernetesClient;
  readonly namespace: string;
  readonly signal: AbortSignal;
}

const lookAgainMs = 500;

/** Makes a folder per volume under `folder`, with its files. */
export async function writeVolumes(
  folder: string,
  volumes: readonly VolumePlan[],
  reader: SourceReader,
): Promise<void> {
  for (const volume of volumes) {
    const place = join(folder, volume.name);
    await mkdir(place, { recursive: true });
    if (volume.kind === 'empty') continue;
    const content = await contentOf(volume.source, reader);
    const items = volume.items ?? new Map([...content.keys()].map((key) => [key, key]));
    for (const [key, path] of items) {
      const bytes = content.get(key);
      if (bytes !== undefined) await writeInto(place, path, bytes);
    }
  }
}

/** Writes a file and the folders above it, for its owner only. */
export async function writeInto(folder: string, path: string, content: Uint8Array | string): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content, { mode: 0o600 });
}

/** The variables with their values; those of optional keys that are missing are left out. */
export async function readVariables(
  variables: readonly VariablePlan[],
  reader: SourceReader,
): Promise<Readonly<Record<string, string>>> {
  const values: [string, string][] = [];
  for (const variable of variables) {
    const value =
      variable.kind === 'text'
        ? variable.value
        : (await contentOf(variable.source, reader)).get(variable.key)?.toString('utf8');
    if (value !== undefined) values.push([variable.name, value]);
  }
  return Object.fromEntries(values);
}

/** Waits for an object that is not there, as a kubelet does; nothing when it may be missing or the pod is ended. */
async function contentOf(
  { kind, name, optional }: ObjectSource,
  { client, namespace, signal }: SourceReader,
): Promise<ReadonlyMap<string, Buffer>> {
  const plural = kind === 'Secret' ? 'secrets' : 'configmaps';
  const resource = { group: '', version: 'v1', plural, kind, namespaced: true };
  while (!signal.aborted) {
    const found = await client.get(resource, { namespace, name }, { signal });
    if (found.ok) return decode(found.value, kind);
    if (optional) break;
    await sleep(systemClock, lookAgainMs, signal);
  }
  return new Map();
}

function decode(object: unknown, kind: ObjectSource['kind']): ReadonlyMap<string, Buffer> {
  const base64 = objectAt(object, kind === 'Secret' ? 'data' : 'binaryData');
  const texts = kind === 'Secret' ? {} : objectAt(object, 'data');
  return new Map([
    ...Object.keys(base64).map((key) => [key, Buffer.from(textAt(base64, key), 'base64')] as const),
    ...Object.keys(texts).map((key) => [key, Buffer.from(textAt(texts, key))] as const),
  ]);
}
