import { hyperConvergedName } from '../../../api/hyper-converged-kind.ts';
import type { Desired } from '../../../config/desire.ts';
import { reviewImageArchitectures } from '../../../config/review-architectures.ts';
import { answersInStatus } from '../../../golden-images/answers-in-status.ts';
import { bootSourceChoicesOf } from '../../../golden-images/boot-source-choices-of.ts';
import { planBootSources } from '../../../golden-images/boot-sources/plan-boot-sources.ts';
import { combinedAnswers } from '../../../golden-images/combined-answers.ts';
import { goldenImagesOf } from '../../../golden-images/golden-images-of.ts';
import { virtualMachineFits } from '../../../golden-images/view/virtual-machine-fits.ts';
import type { Answer } from '../../answers/answer.ts';
import { type AnswerFlags, answered } from '../../answers/answered.ts';
import {
  insecureOf,
  kubeVirtFacts,
  observeBootSources,
  ownerOf,
  virtualMachines,
} from '../../cluster/boot-sources-of.ts';
import { desiredOf, storedIn } from '../../cluster/desired-now.ts';
import { type LiveCluster, withCluster } from '../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import type { RegistryFlags } from '../../flags/registry-flags.ts';
import type { Io } from '../../process/io.ts';
import { askRegistries } from '../../registries/ask-registries.ts';
import { registryWays } from '../../registries/registry-ways.ts';

export type ImagesDoctorOptions = ClusterOptions & RegistryFlags & Pick<AnswerFlags, 'output'>;

/** Something that is wrong, or may be, and what to do. */
interface ImagesFinding {
  readonly level: 'error' | 'warning' | 'info';
  /** `DataImportCronTemplate fedora-image-cron`, `VirtualMachine team/db`. */
  readonly object: string;
  readonly reason: string;
  readonly message: string;
  readonly fix: string;
}

/** Prints what does not fit together; 1 when anything is wrong or may be, 0 when there are hints at most. */
export async function runImagesDoctor(options: ImagesDoctorOptions, io: Io): Promise<number> {
  const { output } = options;
  return answered({ output }, io, () => lookAtImages(options, io));
}

async function lookAtImages(options: ImagesDoctorOptions, io: Io): Promise<Answer> {
  const ways = await registryWays(options, io);
  return withCluster(options, io, async (cluster) => {
    const stored = storedIn(cluster);
    const before = desiredOf(stored, cluster.inputs);
    const { answers: asked } = await askRegistries({
      access: cluster,
      platform: cluster.inputs.facts.platform,
      images: goldenImagesOf(before),
      ways,
      insecure: insecureOf(before),
    });
    const answers = combinedAnswers(asked, answersInStatus(before));
    const findings = await findingsOf(cluster, desiredOf(stored, { ...cluster.inputs, answers }));
    const report: ImagesReport = { findings };
    return {
      data: report,
      print: () => print(findings),
      names: [...new Set(findings.map(({ object }) => object.replace(' ', '/')))],
      code: findings.some(({ level }) => level !== 'info') ? 1 : 0,
    };
  });
}

/** What `images doctor` tells programs. */
export interface ImagesReport {
  readonly findings: readonly ImagesFinding[];
}

async function findingsOf(cluster: LiveCluster, desired: Desired): Promise<readonly ImagesFinding[]> {
  const observed = await observeBootSources(cluster);
  const owner = ownerOf(cluster, observed);
  const choices = bootSourceChoicesOf(desired);
  const plan = planBootSources({ ...choices, observed, owner, now: Date.now(), gracePeriod: 0 });
  const fits = virtualMachineFits({
    machines: await virtualMachines(cluster),
    dataSources: observed.dataSources,
    nodes: cluster.inputs.facts.nodes,
    ...(await kubeVirtFacts(cluster)),
  });
  return [
    ...reviewImageArchitectures(desired).map((finding) => ({
      ...pick({ ...finding, message: `${finding.at} ${finding.message}` }),
      object: `HyperConverged ${cluster.namespace}/${hyperConvergedName}`,
    })),
    ...goldenImagesOf(desired).flatMap(({ name, decision }) =>
      decision.findings.map((finding) => ({ ...pick(finding), object: `DataImportCronTemplate ${name}` })),
    ),
    ...plan.findings.map((finding) => ({ ...pick({ ...finding, level: 'error' }), object: finding.object })),
    ...fits.flatMap(({ namespace, name, findings }) =>
      findings.map((finding) => ({ ...pick(finding), object: `VirtualMachine ${namespace}/${name}` })),
    ),
  ];
}

function pick({ level, reason, message, fix }: Omit<ImagesFinding, 'object'>): Omit<ImagesFinding, 'object'> {
  return { level, reason, message, fix };
}

function print(findings: readonly ImagesFinding[]): string {
  if (findings.length === 0) return 'images, boot sources, virtual machines and nodes fit together\n';
  const order = ['error', 'warning', 'info'];
  const sorted = [...findings].sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  return sorted
    .map(
      ({ level, object, reason, message, fix }) =>
        `${level}: ${object}: ${message} (${reason})\n  fix: ${fix}\n`,
    )
    .join('');
}
