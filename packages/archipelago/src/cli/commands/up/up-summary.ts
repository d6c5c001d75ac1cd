import {
  type JsonObject,
  type KubernetesObject,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { Finding } from '../../../api/finding.ts';
import { severalArchitectures } from '../../../golden-images/images/several-architectures.ts';
import { simulatedAnnotation } from '../../../simulation/definitions/declaration/simulated.ts';
import type { SandboxPlatform } from '../../../simulation/definitions/sandbox-definitions.ts';
import type { Builds } from './choose-build-runner.ts';
import type { RegistryLogin } from './furnish-images.ts';
import { type ImageMatrix, imageMatrix } from './image-matrix.ts';
import type { OperandReport } from './operand-report.ts';

/** What `up` has brought about, for people and for scripts. */
export interface UpSummary {
  readonly platform: SandboxPlatform;
  readonly kubeconfig: string;
  readonly server: string;
  /** From the start of the command to Available. */
  readonly availableAfterMs: number;
  readonly nodes: readonly NodesOfArchitecture[];
  readonly hyperConverged: { readonly name: string; readonly namespace: string };
  readonly operands: readonly OperandReport[];
  readonly goldenImages: GoldenImagesSummary;
  readonly layering: LayeringSummary;
  /** Where the metrics of the operator are. */
  readonly metrics: string;
}

/** How images of pools are built. */
export interface LayeringSummary {
  readonly builds: Builds;
  /** Where they are, and where their logins are to lie. */
  readonly namespace: string;
  /** Host of the simulated registry; it has `base/os:10`, and everybody may pull from it. */
  readonly registry: string;
  /** For pushes to it; made up for this run. */
  readonly login: RegistryLogin;
}

interface NodesOfArchitecture {
  readonly architecture: string;
  readonly controlPlanes: number;
  readonly workers: number;
  /** No machine is behind any of them. */
  readonly simulated: boolean;
}

/** Who makes crons and DataSources: the operator, or SSP, which is simulated. */
type Importer = 'builtin' | 'ssp';

/** Why an image is not imported, as the status tells it. */
interface ImageProblem {
  readonly name: string;
  readonly message: string;
}

export type GoldenImagesSummary = {
  readonly importer: Importer;
  readonly problems: readonly ImageProblem[];
} & (
  | (ImageMatrix & { readonly perArchitecture: true })
  | {
      readonly perArchitecture: false;
      readonly names: readonly string[];
      /** Machines of several architectures, and one image for all of them. */
      readonly warning: Finding | undefined;
    }
);

export interface SummaryInput {
  readonly platform: SandboxPlatform;
  readonly kubeconfig: string;
  readonly server: string;
  readonly availableAfterMs: number;
  readonly nodes: readonly KubernetesObject[];
  /** As the cluster has it. */
  readonly hyperConverged: KubernetesObject;
  readonly operands: readonly OperandReport[];
  readonly layering: LayeringSummary;
  readonly metrics: string;
}

/** Puts together what there is to say; pure. */
export function summarizeUp(input: SummaryInput): UpSummary {
  const { platform, kubeconfig, server, availableAfterMs, operands } = input;
  const { name, namespace = '' } = input.hyperConverged.metadata;
  return {
    platform,
    kubeconfig,
    server,
    availableAfterMs: Math.round(availableAfterMs),
    nodes: nodesByArchitecture(input.nodes),
    hyperConverged: { name, namespace },
    operands,
    goldenImages: imagesOf(input),
    layering: input.layering,
    metrics: input.metrics,
  };
}

function nodesByArchitecture(nodes: readonly KubernetesObject[]): readonly NodesOfArchitecture[] {
  const groups = new Map<string, KubernetesObject[]>();
  for (const node of nodes) {
    const architecture = node.metadata.labels?.['kubernetes.io/arch'] ?? '';
    groups.set(architecture, [...(groups.get(architecture) ?? []), node]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([architecture, members]) => ({
      architecture,
      controlPlanes: members.filter((node) => hasRole(node, 'control-plane')).length,
      workers: members.filter((node) => hasRole(node, 'worker')).length,
      simulated: members.every(({ metadata }) => metadata.annotations?.[simulatedAnnotation] === 'true'),
    }));
}

function hasRole({ metadata }: KubernetesObject, role: string): boolean {
  return Object.hasOwn(metadata.labels ?? {}, `node-role.kubernetes.io/${role}`);
}

function imagesOf({ platform, hyperConverged }: SummaryInput): GoldenImagesSummary {
  const importer = platform === 'openshift' ? 'ssp' : 'builtin';
  const status = objectAt(hyperConverged, 'status');
  const entries = objectsAt(status, 'dataImportCronTemplates');
  const problems = entries.flatMap(problemOf);
  const workloadArchitectures = textsAt(status, 'nodeInfo', 'workloadsArchitectures');
  if (valueAt(hyperConverged, 'spec', ...gate) !== true) {
    const names = entries.map((entry) => String(valueAt(entry, 'metadata', 'name')));
    const images = entries.length;
    const warning = severalArchitectures({ perArchitecture: false, workloadArchitectures, images });
    return { perArchitecture: false, importer, names, problems, warning };
  }
  return { perArchitecture: true, importer, problems, ...imageMatrix(entries, workloadArchitectures) };
}

/** An import that failed, or a registry that does not tell. */
function problemOf(entry: JsonObject): readonly ImageProblem[] {
  const conditions = objectsAt(entry, 'status', 'conditions');
  const wrong = ['Imported', 'Probed'].flatMap((type) =>
    conditions.filter((one) => one.type === type && one.status === 'False' && one.reason !== 'Unprobeable'),
  );
  const [first] = wrong;
  return first === undefined
    ? []
    : [{ name: textAt(entry, 'metadata', 'name'), message: textAt(first, 'message') }];
}

const gate = ['featureGates', 'enableMultiArchBootImageImport'];
