import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import type { Cluster } from '../walkthroughs/cluster.ts';
import {
  type Driver,
  operatorNamespace,
  type Subject,
  subjects,
  type Walkthrough,
} from '../walkthroughs/walkthrough.ts';

const execute = promisify(execFile);
const editor = `${process.execPath} ${resolve('test/real/edit-manifest.mjs')}`;

/** Carries out the documents' commands in a shell, with the kubectl and jq in PATH; `oc` is another name for kubectl there. */
export function kubectlDriver(
  cluster: Pick<Cluster, 'kubeconfig'>,
  platform: Walkthrough['platform'],
): Driver {
  const home = operatorNamespace[platform];
  const environment = { ...process.env, KUBECONFIG: cluster.kubeconfig, KUBE_EDITOR: editor };

  async function shell(command: string, extra: Readonly<Record<string, string>> = {}): Promise<string> {
    const { stdout } = await execute('bash', ['-o', 'pipefail', '-c', command], {
      env: { ...environment, ...extra },
      maxBuffer: 1 << 26,
    });
    return stdout;
  }

  /** kubectl reads the version just before it writes, and the operator may write its status in between. */
  async function restore(triesLeft = 9): Promise<void> {
    const file = join('examples', 'upstream', 'support', 'nothing-set.yaml');
    try {
      await shell(`kubectl replace -n ${home} -f ${file}`);
    } catch (error) {
      if (triesLeft === 0 || !String(error).includes('(Conflict)')) throw error;
      await restore(triesLeft - 1);
    }
  }

  async function apply(file: string): Promise<void> {
    const path = join('examples', 'upstream', file);
    const namespace = /^ {2}namespace:/m.test(readFileSync(path, 'utf8')) ? '' : `-n ${home}`;
    await shell(`kubectl apply ${namespace} -f ${path}`);
    if (file.endsWith('.crd.yaml'))
      await shell(`kubectl wait --for=condition=Established --timeout=20s -f ${path}`);
  }

  async function command(run: string, edits: JsonObject | undefined): Promise<string> {
    return await shell(run, edits === undefined ? {} : { EDITS: JSON.stringify(edits) });
  }

  async function read(subject: Subject): Promise<JsonObject | undefined> {
    const { resource, name, namespace } = subjects[subject];
    const scope = namespace === 'cluster' ? '' : `-n ${namespace === 'operator' ? home : namespace}`;
    const output = await shell(`kubectl get ${resource} ${name} ${scope} -o json --ignore-not-found`);
    const object: unknown = output.trim() === '' ? undefined : JSON.parse(output);
    return isJsonObject(object) ? object : undefined;
  }

  return { restore: () => restore(), apply, command, read };
}
