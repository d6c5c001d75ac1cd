import {
  type Clock,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  textAt,
} from '@archipelago/apimachinery';
import { CredentialError } from './credential-error.ts';
import { parseJson, stringifyJson } from './json-text.ts';
import type { ClusterEntry, ExecEntry } from './kubeconfig.ts';
import type { LocalMachine } from './local-machine.ts';

/** What a credential plugin gave. */
export interface PluginCredential {
  readonly token?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
}

/** A credential plugin whose credential is kept until it expires. */
export interface CredentialPlugin {
  get(): Promise<PluginCredential>;
  /** The server refused the credential: the next `get` runs the plugin. */
  forget(): void;
}

interface Known {
  readonly credential: PluginCredential;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Runs the plugin when there is no credential that is still good; calls at the same time share one run. */
export function createCredentialPlugin(
  machine: Pick<LocalMachine, 'runPlugin'>,
  clock: Clock,
  { exec, cluster }: { readonly exec: ExecEntry; readonly cluster: ClusterEntry },
): CredentialPlugin {
  let known: Known | undefined;
  let running: Promise<Known> | undefined;
  const env = { ...exec.env, KUBERNETES_EXEC_INFO: stringifyJson(execInfo(exec, cluster)) };
  const run = async (): Promise<Known> => {
    try {
      const output = await machine.runPlugin({ command: exec.command, args: exec.args, env });
      return parseExecCredential(output, exec);
    } catch (error) {
      throw pluginError(exec, error);
    }
  };
  return {
    async get() {
      if (known !== undefined && clock.now() < known.expiresAt) {
        return known.credential;
      }
      running ??= run().finally(() => {
        running = undefined;
      });
      known = await running;
      return known.credential;
    },
    forget() {
      known = undefined;
    },
  };
}

function pluginError({ command, installHint }: ExecEntry, error: unknown): CredentialError {
  const reason = error instanceof Error ? error.message : String(error);
  const hint = installHint === '' ? '' : `; ${installHint}`;
  return new CredentialError(`credential plugin ${command}: ${reason}${hint}`, { cause: error });
}

/** What the plugin is told: an ExecCredential in the environment, with the cluster where it asked for it. */
function execInfo({ apiVersion, provideClusterInfo }: ExecEntry, cluster: ClusterEntry): JsonObject {
  const about = {
    server: cluster.server,
    'tls-server-name': cluster.serverName,
    'insecure-skip-tls-verify': cluster.insecure ? true : undefined,
    'certificate-authority-data': cluster.caData,
  };
  return {
    apiVersion,
    kind: 'ExecCredential',
    spec: { interactive: false, ...(provideClusterInfo ? { cluster: about } : {}) },
  };
}

/** Reads a plugin's output; throws an Error that says what is wrong, without quoting secrets. */
function parseExecCredential(output: string, { apiVersion }: Pick<ExecEntry, 'apiVersion'>): Known {
  const answer = parsedOutput(output);
  if (!isJsonObject(answer) || answer.kind !== 'ExecCredential' || answer.apiVersion !== apiVersion) {
    throw new Error(`printed no ExecCredential of ${apiVersion}`);
  }
  const status = objectAt(answer, 'status');
  const token = textAt(status, 'token') || undefined;
  const cert = textAt(status, 'clientCertificateData') || undefined;
  const key = textAt(status, 'clientKeyData') || undefined;
  if (token === undefined && cert === undefined) {
    throw new Error('printed neither status.token nor status.clientCertificateData');
  }
  if ((cert === undefined) !== (key === undefined)) {
    throw new Error('printed only one of status.clientCertificateData and status.clientKeyData');
  }
  return { credential: { token, cert, key }, expiresAt: expiryOf(status.expirationTimestamp) };
}

function parsedOutput(output: string): JsonValue | undefined {
  try {
    return parseJson(output);
  } catch {
    return undefined;
  }
}

function expiryOf(value: JsonValue | undefined): number {
  if (value === undefined || value === null) {
    return Number.POSITIVE_INFINITY;
  }
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new Error(`printed an expirationTimestamp that is no time: ${JSON.stringify(value)}`);
  }
  return time;
}
