import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
} from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { resultLabels } from '../../packages/archipelago/src/layering/build-plan/pod-template.ts';
import { resultName } from '../../packages/archipelago/src/layering/object-names.ts';
import { layeringKinds } from '../../packages/archipelago/src/operator/layering/layering-kinds.ts';
import type { RunPod } from '../../packages/archipelago/src/simulation/actors/jobs/run-pod.ts';
import type { ImageRegistry } from '../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import { run } from './run-command.test-support.ts';

interface Stage {
  readonly client: KubernetesClient;
  readonly registry: ImageRegistry;
  /** For what the assembly reports. */
  readonly folder: string;
  /** Architectures whose builds fail. */
  readonly failing?: ReadonlySet<string>;
}

/** Plays the containers: images are pushed, the assembly is ours. */
export function playedContainers(stage: Stage): RunPod {
  return async (pod, job, _signal, log) => {
    const container = worker(pod);
    const { name } = container;
    const role = String(name);
    log.write(role, `${role} begins\n`);
    const result = role === 'build' ? build(container, stage) : await assemble(container, stage);
    if (result === undefined) return { exitCode: 1, log: 'no space left', container: role };
    log.write(role, `${role} is done\n`);
    log.end(role);
    const { uid = '', name: jobName, namespace = '' } = job.metadata;
    await stage.client.create(layeringKinds.configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: resultName(jobName), namespace, labels: { ...resultLabels(uid) } },
      data: result,
    });
    return { exitCode: 0, log: '' };
  };
}

/** What builds, or what assembles. */
function worker({ spec }: KubernetesObject): JsonObject {
  const list: JsonValue = isJsonObject(spec) ? (spec.initContainers ?? []) : [];
  const all = Array.isArray(list) ? list.filter(isJsonObject) : [];
  return all.find(({ name }) => name === 'build') ?? all[0] ?? {};
}

function build({ env }: JsonObject, { registry, failing }: Stage): Record<string, string> | undefined {
  const list = Array.isArray(env) ? env.filter(isJsonObject) : [];
  const values = new Map(list.map(({ name, value }) => [String(name), String(value)]));
  const value = (name: string) => values.get(name) ?? '';
  const architecture = value('PLATFORM').split('/')[1] ?? '';
  if (failing?.has(architecture) === true) return undefined;
  const [, repository = '', tag = ''] = /^[^/]+\/(.*):([^:]+)$/.exec(value('TARGET')) ?? [];
  const labels = {
    [value('KEY_LABEL')]: value('PLATFORM_KEY'),
    'org.opencontainers.image.base.digest': value('BASE_DIGEST'),
  };
  return { digest: registry.push(repository, tag, { platforms: [{ architecture, labels }] }) };
}

async function assemble({ args }: JsonObject, { folder }: Stage): Promise<Record<string, string>> {
  const results = await mkdtemp(join(folder, 'results-'));
  const given = Array.isArray(args) ? args.map(String) : [];
  const files = new Set(['--authfile', '--source-authfile', '--results', '--ca-file', '--registries-conf']);
  const kept = given.filter((each, index) => !files.has(each) && !files.has(given[index - 1] ?? ''));
  const ran = await run([...kept, '--results', results, '--insecure'], {});
  if (ran.code !== 0) throw new Error(`the assembly ended with ${ran.code}: ${ran.err}`);
  const names = await readdir(results);
  const texts = await Promise.all(names.map((name) => readFile(join(results, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
}
