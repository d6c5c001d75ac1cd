import { objectsAt, textAt } from '@archipelago/apimachinery';
import type { Configured } from '../config/configure.ts';
import { goldenImagesOf } from './golden-images-of.ts';
import { bootImageNamespace } from './images/boot-image-namespace.ts';
import type { RegistryAnswers } from './images/image-knowledge.ts';
import { imageToProbe } from './images/image-knowledge.ts';
import { knowledgeInStatus } from './images/template-status.ts';

/** What registries told the operator, as far as the status of the HyperConverged keeps it; undefined: it asks none. */
export function answersInStatus(configured: Configured): RegistryAnswers | undefined {
  const { facts, memory } = configured;
  const entries = objectsAt(memory.goldenImages);
  const answers = goldenImagesOf(configured).flatMap(({ name, effective, status }) => {
    const image = imageToProbe(effective, bootImageNamespace(facts.platform));
    const entry = entries.find((each) => textAt(each, 'metadata', 'name') === name);
    const knowledge = knowledgeInStatus(entry, status);
    return image.kind !== 'image' || knowledge === undefined ? [] : [[image.key, knowledge] as const];
  });
  return answers.length === 0 ? undefined : new Map(answers);
}
