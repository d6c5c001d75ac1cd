import { visibleText } from '@archipelago/apimachinery';

type Texts = Readonly<Record<string, unknown>>;

const prefix = 'org.opencontainers.image.base.';

/**
 * The image that an image says it was built from. Annotations are the builder's own; the label, which whoever builds can set, is
 * all that Docker's format has. Of a text of several stages buildah's digest is that of the stage before, which no registry has:
 * only the name leads on to the image that the first stage began with, and where that was pinned, it has the digest. It is quoted
 * in conditions, so control characters in it are escapes.
 */
export function baseDigestOf(annotations: Texts, labels: Texts): string | undefined {
  const [, pinned] = /@(sha256:[a-f0-9]{64})$/.exec(textOf(annotations, 'name') ?? '') ?? [];
  return pinned ?? textOf(annotations, 'digest') ?? textOf(labels, 'digest');
}

function textOf(texts: Texts, name: string): string | undefined {
  const key = `${prefix}${name}`;
  const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
  return typeof text === 'string' ? visibleText(text) : undefined;
}
