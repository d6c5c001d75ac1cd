import type { JsonObject } from '@archipelago/apimachinery';
import type { ClusterFacts, DeploymentParameters } from '../cluster-facts/cluster-facts.ts';
import { annotationsOf } from '../config/annotations-of.ts';
import { type Desired, renderCluster } from '../config/render-cluster.ts';
import { enableMultiArchBootImageImport } from '../config/settings/feature-gates/enable-multi-arch-boot-image-import.ts';
import type { GoldenImage } from '../config/settings/workload-sources/data-import-cron-templates/golden-images.ts';
import { goldenImagesOf } from '../config/settings/workload-sources/data-import-cron-templates/golden-images-of.ts';
import {
  type DecidedImage,
  decideTemplates,
  imageKnowledgeOf,
  withProbeStatuses,
} from '../golden-images/decide-templates.ts';
import type { ImageKnowledge } from '../golden-images/image-knowledge.ts';
import { drawImportSchedule, gatherFacts } from './gather-facts.ts';
import type { GoldenImages } from './golden-images/golden-images.ts';
import { ownerOf, specOf, statusIn } from './hyper-converged.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';

interface ClusterRendererSettings {
  readonly mirror: ClusterMirror;
  readonly images: GoldenImages;
  readonly deployment: DeploymentParameters;
  readonly namespace: string;
  readonly random: () => number;
}

/** What a HyperConverged comes to, with what registries say about its images. */
export interface Rendering {
  readonly desired: Desired;
  readonly decided: readonly DecidedImage[];
  /** With what was found out about them in their status. */
  readonly images: readonly GoldenImage[];
}

/** Renders a HyperConverged on the mirrored cluster. */
export class ClusterRenderer {
  readonly #settings: ClusterRendererSettings;
  #schedule: string | undefined;

  constructor(settings: ClusterRendererSettings) {
    this.#settings = settings;
  }

  /** What registries say is asked for images that follow from the spec, and may change what follows from them. */
  render(object: JsonObject): Rendering {
    const cluster = this.facts(object);
    const first = this.#renderWith(object, cluster);
    const decided = decideTemplates({
      images: goldenImagesOf(first),
      knowledgeOf: (image) => this.#knowledgeOf(first, image),
      previous: statusIn(object).dataImportCronTemplates,
    });
    const imageKnowledge = imageKnowledgeOf(decided);
    const isNews = Object.keys(imageKnowledge).length > 0;
    const desired = isNews ? this.#renderWith(object, { ...cluster, imageKnowledge }) : first;
    return { decided, desired, images: withProbeStatuses(goldenImagesOf(desired), decided) };
  }

  facts(object: JsonObject): ClusterFacts {
    const { mirror, images, deployment, namespace, random } = this.#settings;
    const kept = statusIn(object).dataImportSchedule;
    this.#schedule ??= drawImportSchedule(random);
    return gatherFacts(mirror, {
      deployment,
      operatorNamespace: namespace,
      goldenImageImporter: images.importer(),
      dataImportSchedule: typeof kept === 'string' && kept !== '' ? kept : this.#schedule,
    });
  }

  /** Where one image serves all nodes, nobody is asked which ones it is for. */
  #knowledgeOf({ resolution }: Desired, image: GoldenImage): ImageKnowledge | undefined {
    const isOn = resolution.get(enableMultiArchBootImageImport.name)?.value === true;
    return isOn ? this.#settings.images.knowledgeOf(image) : undefined;
  }

  #renderWith(object: JsonObject, cluster: ClusterFacts): Desired {
    const spec = specOf(object);
    return renderCluster({
      configuration: { written: spec, spec, annotations: annotationsOf(object) },
      cluster,
      owner: ownerOf(object, this.#settings.namespace),
      // the operand's own API checks what a patch annotation made of it
      checks: () => undefined,
    });
  }
}
