import { goldenImagesOf } from '../../../config/settings/workload-sources/data-import-cron-templates/golden-images-of.ts';
import { imageFindings } from '../../../golden-images/decide-templates.ts';
import type { ImageKnowledge } from '../../../golden-images/image-knowledge.ts';
import { machineFits } from '../../../golden-images/machine-fit.ts';
import { planBootSources } from '../../../golden-images/plan-boot-sources.ts';
import { type DesiredNow, desiredNow } from '../../cluster/desired-now.ts';
import {
  defaultArchitecture,
  insecureOf,
  knowledgeInStatus,
  observeBootSources,
  ownerOf,
  viewImages,
  virtualMachines,
} from '../../cluster/golden-image-view.ts';
import { type LiveCluster, withCluster } from '../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import type { RegistryFlags } from '../../flags/registry-flags.ts';
import type { Io } from '../../process/io.ts';
import { askRegistries } from '../../registries/ask-registries.ts';
import { registryWays } from '../../registries/registry-ways.ts';
import { type Output, printData } from '../../text/print-data.ts';

export interface DoctorOptions extends ClusterOptions, RegistryFlags {
  readonly output?: Output;
}

/** Something that is wrong, or may be, and what to do. */
interface DoctorFinding {
  readonly level: 'error' | 'warning' | 'info';
  /** `DataImportCronTemplate fedora-image-cron`, `VirtualMachine team/db`. */
  readonly object: string;
  readonly reason: string;
  readonly message: string;
  readonly fix: string;
}

/** Prints what does not fit together; 1 when anything is wrong or may be, 0 when there are hints at most. */
export async function runDoctor(options: DoctorOptions, io: Io): Promise<number> {
  const ways = await registryWays(options, io);
  return withCluster(options, async (cluster) => {
    const now = desiredNow(cluster);
    const asked = await askRegistries({
      cluster,
      platform: cluster.facts.platform,
      images: goldenImagesOf(now.desired),
      ways,
      insecure: insecureOf(now.desired),
    });
    const findings = await findingsOf(cluster, now, asked);
    io.out(options.output === undefined ? print(findings) : printData({ findings }, options.output));
    return findings.some(({ level }) => level !== 'info') ? 1 : 0;
  });
}

async function findingsOf(
  cluster: LiveCluster,
  now: DesiredNow,
  asked: ReadonlyMap<string, ImageKnowledge>,
): Promise<readonly DoctorFinding[]> {
  const view = viewImages({
    ...now,
    knowledgeOf: ({ name }) => known(asked.get(name), knowledgeInStatus(now.status, name)),
  });
  const observed = await observeBootSources(cluster);
  const owner = ownerOf(cluster);
  const plan = planBootSources({ ...view.choices, observed, owner, now: Date.now(), gracePeriod: 0 });
  const fits = machineFits({
    machines: await virtualMachines(cluster),
    dataSources: observed.dataSources,
    nodes: cluster.facts.nodes,
    defaultArchitecture: await defaultArchitecture(cluster),
  });
  return [
    ...imageFindings(view.decided).map(({ template, ...rest }) => ({
      ...pick(rest),
      object: `DataImportCronTemplate ${template}`,
    })),
    ...plan.findings.map((finding) => ({ ...pick({ ...finding, level: 'error' }), object: finding.object })),
    ...fits.flatMap(({ namespace, name, findings }) =>
      findings.map((finding) => ({ ...pick(finding), object: `VirtualMachine ${namespace}/${name}` })),
    ),
  ];
}

/** Who cannot be reached from here may have answered the operator. */
function known(
  here: ImageKnowledge | undefined,
  there: ImageKnowledge | undefined,
): ImageKnowledge | undefined {
  return here?.kind === 'failed' && there?.kind === 'probed' ? there : here;
}

function pick({ level, reason, message, fix }: Omit<DoctorFinding, 'object'>): Omit<DoctorFinding, 'object'> {
  return { level, reason, message, fix };
}

function print(findings: readonly DoctorFinding[]): string {
  if (findings.length === 0) return 'images, boot sources, machines and nodes fit together\n';
  const order = ['error', 'warning', 'info'];
  const sorted = [...findings].sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  return sorted
    .map(
      ({ level, object, reason, message, fix }) =>
        `${level}: ${object}: ${message} (${reason})\n  fix: ${fix}\n`,
    )
    .join('');
}
