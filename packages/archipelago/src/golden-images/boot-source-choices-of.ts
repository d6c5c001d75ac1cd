import { valueAt } from '@archipelago/apimachinery';
import type { Configured } from '../config/configure.ts';
import { architecturesOfNodes } from '../config/derive-facts.ts';
import { enableMultiArchBootImageImport } from '../config/settings/feature-gates/enable-multi-arch-boot-image-import.ts';
import type { BootSourceChoices } from './boot-sources/wanted-boot-sources.ts';
import { goldenImagesOf } from './golden-images-of.ts';
import { bootImageNamespace } from './images/boot-image-namespace.ts';
import { failureOf } from './images/image-knowledge.ts';

/** What the boot sources of a configuration follow from. */
export function bootSourceChoicesOf(configured: Configured): BootSourceChoices {
  const { facts, resolution, configuration } = configured;
  return {
    templates: goldenImagesOf(configured).map(({ effective, decision, knowledge }) => ({
      template: effective,
      decided: decision.decided,
      failure: failureOf(knowledge),
    })),
    multiArchitecture: resolution.get(enableMultiArchBootImageImport.name)?.value === true,
    workload: architecturesOfNodes(facts, valueAt(configuration.spec, 'workloads', 'nodePlacement')),
    namespace: bootImageNamespace(facts.platform),
  };
}
