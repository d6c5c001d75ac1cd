import type { Configured } from '../config/configure.ts';
import { goldenImagesOf } from './golden-images-of.ts';
import type { ImageKnowledge } from './images/image-knowledge.ts';

/** What is known about the images of a configuration, by name of the template. */
export function knowledgeByTemplate(configured: Configured): ReadonlyMap<string, ImageKnowledge> {
  return new Map(
    goldenImagesOf(configured).flatMap(({ name, knowledge }) =>
      knowledge === undefined ? [] : [[name, knowledge] as const],
    ),
  );
}
