import { dirname, join, resolve } from 'node:path';
import { type Clock, type JsonValue, systemClock } from '@archipelago/apimachinery';
import { errorCode } from './api-connection-error.ts';
import type { Connection } from './connection.ts';
import { createConnection } from './create-connection.ts';
import { inClusterContext, isInCluster } from './in-cluster.ts';
import { type Kubeconfig, mergeKubeconfigs } from './kubeconfig.ts';
import { KubeconfigError } from './kubeconfig-error.ts';
import { type LocalMachine, thisMachine } from './local-machine.ts';
import { parseKubeconfig } from './parse-kubeconfig.ts';
import { type ContextChoice, type SelectedContext, selectContext } from './select-context.ts';

/** Where to look for the cluster; all absent: where kubectl would look. */
interface ConnectionChoice extends ContextChoice {
  /** `--kubeconfig`: this file alone, which must exist. */
  readonly kubeconfig?: string | undefined;
  /** Somebody's own bearer token: of the context, only the server and its authority count, and no other login of it is read. */
  readonly token?: string | undefined;
}

/**
 * Finds the API server and our credentials: the file given, else the files of KUBECONFIG, else
 * `~/.kube/config`, else the service account of the pod we run in. Throws a KubeconfigError.
 */
export async function loadConnection(
  choice: ConnectionChoice = {},
  machine: LocalMachine = thisMachine(),
  clock: Clock = systemClock,
): Promise<Connection> {
  const context = await loadContext(choice, machine);
  const { token } = choice;
  const own: SelectedContext =
    token === undefined ? context : { ...context, user: { origin: { file: 'token', field: '' }, token } };
  return createConnection(own, machine, clock);
}

/** As `loadConnection`, before any credential is read. */
export async function loadContext(choice: ConnectionChoice, machine: LocalMachine): Promise<SelectedContext> {
  const places = placesOf(choice, machine);
  const read = await Promise.all(places.files.map((file) => readKubeconfig(file, machine)));
  const found = read.filter((config) => config !== undefined);
  if (found.length > 0) {
    return selectContext(mergeKubeconfigs(found), choice);
  }
  if (places.from === 'home' && isInCluster(machine)) {
    return inClusterContext(machine);
  }
  throw new KubeconfigError({
    file: places.files.join(', '),
    field: '',
    reason: 'does not exist',
    fix: fixFor[places.from],
  });
}

const fixFor = {
  flag: 'name an existing file with --kubeconfig',
  environment: 'set KUBECONFIG to an existing file, or unset it',
  home: 'name a kubeconfig with --kubeconfig or KUBECONFIG',
} as const;

interface Places {
  readonly from: keyof typeof fixFor;
  readonly files: readonly string[];
}

function placesOf(
  { kubeconfig }: ConnectionChoice,
  { env, homeDirectory, pathDelimiter }: LocalMachine,
): Places {
  if (kubeconfig !== undefined && kubeconfig !== '') {
    return { from: 'flag', files: [kubeconfig] };
  }
  const listed = (env.KUBECONFIG ?? '').split(pathDelimiter).filter((path) => path !== '');
  return listed.length > 0
    ? { from: 'environment', files: [...new Set(listed)] }
    : { from: 'home', files: [join(homeDirectory, '.kube', 'config')] };
}

/** Undefined when the file does not exist. */
async function readKubeconfig(file: string, machine: LocalMachine): Promise<Kubeconfig | undefined> {
  try {
    const text = await machine.readFile(file);
    const document = await parseYaml(file, text);
    return parseKubeconfig(file, document, (path) => resolve(dirname(file), path));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return undefined;
    }
    if (error instanceof KubeconfigError) {
      throw error;
    }
    if (errorCode(error) === 'EISDIR')
      throw new KubeconfigError({ file, field: '', reason: 'is a folder', fix: 'name a file' });
    const reason = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    throw new KubeconfigError({ file, field: '', reason, fix: 'make the file readable' });
  }
}

/** YAML is loaded here, not at start: in a pod it is never needed. */
async function parseYaml(file: string, text: string): Promise<JsonValue> {
  const { parse } = await import('yaml');
  try {
    const document: JsonValue = parse(text) ?? {};
    return document;
  } catch (error) {
    // what follows the first line shows the place, which may be a key or no text at all
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    const reason = `is no YAML: ${first.replace(/:$/, '')}`;
    throw new KubeconfigError({ file, field: '', reason, fix: 'correct the file at this place' });
  }
}
