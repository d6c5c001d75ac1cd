import type { ImageFinding } from '../images/decide-architectures.ts';
import type { GoldenImage } from '../images/golden-images.ts';
import {
  failureOf,
  type ImageKnowledge,
  lastProbed,
  probedArchitectures,
} from '../images/image-knowledge.ts';
import { imageUrl } from '../templates/effective-templates.ts';
import { listedArchitectures } from '../templates/narrow-architectures.ts';

/** What is said of the architectures of an image, and by whom. */
interface ToldArchitectures {
  readonly template: string;
  /** `common`: comes with the product; `modified`: a common one that was changed; `custom`. */
  readonly origin: GoldenImage['origin']['kind'];
  /** `docker://…`; undefined: it is not from the URL of a registry. */
  readonly image: string | undefined;
  /** Undefined: nobody wrote one. */
  readonly annotation: readonly string[] | undefined;
  /** Undefined: it was not asked, or has not told. */
  readonly registry: readonly string[] | undefined;
  /** RFC 3339: since when the registry tells this. */
  readonly since: string | undefined;
  /** Why the registry does not tell. */
  readonly failure: ReturnType<typeof failureOf>;
  readonly findings: readonly Pick<ImageFinding, 'level' | 'reason' | 'message' | 'fix'>[];
}

type Told = Pick<GoldenImage, 'name' | 'origin' | 'effective' | 'decision' | 'knowledge'>;

/** What annotation and registry say of each image, and what is odd about it. */
export function toldArchitectures(images: readonly Told[]): readonly ToldArchitectures[] {
  return images.map(({ name, origin, effective, decision, knowledge }) => ({
    template: name,
    origin: origin.kind,
    image: imageUrl(effective.spec),
    annotation: annotated(effective.architectures),
    ...byRegistry(knowledge),
    failure: failureOf(knowledge),
    findings: decision.findings.map(({ level, reason, message, fix }) => ({ level, reason, message, fix })),
  }));
}

/** A blank annotation is none. */
function annotated(text: string | undefined): readonly string[] | undefined {
  return text === undefined || text.trim() === '' ? undefined : listedArchitectures(text);
}

function byRegistry(knowledge: ImageKnowledge | undefined): Pick<ToldArchitectures, 'registry' | 'since'> {
  const image = lastProbed(knowledge);
  return image === undefined
    ? { registry: undefined, since: undefined }
    : { registry: probedArchitectures(image), since: image.at };
}
