import { textAt } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import packageJson from '../../../../package.json' with { type: 'json' };
import { statusIn } from '../../../operator/hyper-converged.ts';
import { hyperConvergeds } from '../../../operator/mirror/cluster-resources.ts';
import { ownEntry, versionIn } from '../../../reconcile/release.ts';
import { plainObject, withClient } from '../../cluster/live-cluster.ts';
import { isUnreachable, UnreachableError } from '../../cluster/unreachable-error.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import { type Io, isUsageError } from '../../process/io.ts';
import { type Output, printData } from '../../text/print-data.ts';
import type { VersionReport } from './version-report.ts';

export interface VersionOptions extends ClusterOptions {
  readonly client?: boolean;
  readonly output?: Output;
}

/** Node's names of architectures that Kubernetes calls otherwise. */
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', ppc64: 'ppc64le' };

/** Prints the versions: 0 they are known, 1, as kubectl has it, that of the server is not; this program's own is printed in any case. */
export async function runVersion(options: VersionOptions, io: Io): Promise<number> {
  const client = {
    version: packageJson.version,
    node: process.versions.node,
    platform: `${process.platform}/${architectures[process.arch] ?? process.arch}`,
  };
  const print = (report: VersionReport) =>
    io.out(options.output === undefined ? printVersion(report) : printData(report, options.output));
  if (options.client === true) {
    print({ client });
    return 0;
  }
  try {
    print({ client, ...(await versionsIn(options)) });
    return 0;
  } catch (error) {
    if (!isNoServer(error, options)) throw error;
    print({ client });
    io.err(`server    not known: ${error.message}\n`);
    return 1;
  }
}

/** Where nobody has chosen a cluster, there need not be one; a choice that leads nowhere is a mistake. */
function isNoServer(error: unknown, { kubeconfig, context }: VersionOptions): error is Error {
  return isUnreachable(error) || (isUsageError(error) && kubeconfig === undefined && context === undefined);
}

function versionsIn(options: VersionOptions): Promise<Omit<VersionReport, 'client'>> {
  return withClient(options, async (client) => {
    const [server, operator] = await Promise.all([
      client.raw({ method: 'GET', path: '/version' }),
      operatorIn(client, options.namespace),
    ]);
    if (!server.ok) throw new UnreachableError(`/version could not be read: ${server.status.message}`);
    return {
      server: { version: textAt(server.value, 'gitVersion') },
      ...(operator === undefined ? {} : { operator }),
    };
  });
}

/** The operator that configured the cluster last; undefined where that cannot be read. */
async function operatorIn(
  client: Pick<KubernetesClient, 'list'>,
  namespace: string | undefined,
): Promise<VersionReport['operator']> {
  const listed = await client.list(hyperConvergeds, { namespace });
  const [found] = listed.ok ? listed.value.items : [];
  const status = found === undefined ? {} : statusIn(plainObject(found));
  const [version, own] = [versionIn(status), versionIn(status, ownEntry)];
  if (version === '') return undefined;
  return own === '' ? { version } : { version, archipelago: own };
}

function printOperator(operator: VersionReport['operator']): string {
  if (operator === undefined) return 'unknown: no HyperConverged that can be read says it';
  const { version, archipelago } = operator;
  return archipelago === undefined
    ? version
    : `${archipelago} (behaves as the HyperConverged Cluster Operator ${version})`;
}

function printVersion({ client, server, operator }: VersionReport): string {
  const lines = [`client    ${client.version} (Node ${client.node}, ${client.platform})`];
  if (server !== undefined) {
    lines.push(`server    ${server.version}`);
    lines.push(`operator  ${printOperator(operator)}`);
  }
  return `${lines.join('\n')}\n`;
}
