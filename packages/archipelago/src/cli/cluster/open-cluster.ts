import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import type { Inputs, OperandRefusals } from '../../cluster-facts/inputs.ts';
import type { OperandsSeen } from '../../reconcile/forecast/planned-operands.ts';
import type { ClusterOptions } from '../flags/cluster-flags.ts';
import { loadCluster, oneOf } from '../input/load-input.ts';
import { type Io, UsageError } from '../process/io.ts';
import { type LiveCluster, withCluster } from './live-cluster.ts';

/** A cluster as commands see it, be it live or described by a file. */
export interface OpenCluster {
  readonly inputs: Inputs;
  /** Absent: nobody asked the operands' own APIs. */
  readonly operandRefusals?: OperandRefusals;
  /** As it is stored; undefined: there is none. */
  readonly hyperConverged: JsonObject | undefined;
  readonly operands: OperandsSeen;
  /** Where secrets and mirrors for registries are; undefined: registries are asked with the flags' alone. */
  readonly access:
    | (Pick<LiveCluster, 'client' | 'mirror' | 'namespace'> & {
        /** It has what commands usually look at, and nothing else. */
        readonly isSnapshot: boolean;
      })
    | undefined;
  /** All objects of a kind; none where there is no such kind. */
  list(resource: Resource): Promise<readonly KubernetesObject[]>;
}

interface OpenOptions extends ClusterOptions {
  /** A file that stands for the cluster. */
  readonly cluster?: string;
}

/** Opens the cluster of a file, or of a kubeconfig where none is named, lets `use` look at it, and lets it go. */
export async function withOpenCluster<T>(
  options: OpenOptions,
  io: Io,
  use: (cluster: OpenCluster) => Promise<T>,
): Promise<T> {
  if (options.cluster !== undefined) return use(await fileCluster(options, options.cluster, io));
  return withCluster(options, io, ({ inputs, hyperConverged, client, mirror, namespace, list }) => {
    const operands: OperandsSeen = {
      live: (operand) => mirror.operand(operand),
      defaulting: (operand) => mirror.defaulting(operand),
    };
    const access = { client, mirror, namespace, isSnapshot: options.snapshot !== undefined };
    return use({ inputs, hyperConverged, operands, access, list });
  });
}

/** Nothing is in it yet. */
async function fileCluster(options: OpenOptions, file: string, io: Io): Promise<OpenCluster> {
  const chosen = (['kubeconfig', 'context', 'namespace'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (options.snapshot !== undefined) throw new UsageError(oneOf(file, options.snapshot));
  if (chosen !== undefined)
    throw new UsageError(
      `--${chosen} ${options[chosen]}: --cluster ${file} stands for the cluster; leave one of them out`,
    );
  const { inputs, ...rest } = await loadCluster({ cluster: file }, io);
  return {
    ...rest,
    inputs: withImporter(inputs),
    hyperConverged: undefined,
    operands: { live: () => ({ state: 'absent' }), defaulting: () => (manifest) => manifest },
    access: undefined,
    list: async () => [],
  };
}

/** As the operator chooses it on its own. */
function withImporter({ facts, deployment, ...rest }: Inputs): Inputs {
  const goldenImageImporter = facts.platform === 'openshift' ? 'ssp' : 'builtin';
  return { ...rest, facts, deployment: { ...deployment, goldenImageImporter } };
}
