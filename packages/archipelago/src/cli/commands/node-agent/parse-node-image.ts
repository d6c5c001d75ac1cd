/** An image that a node may boot, or why it may not. */
type NodeImage =
  | { readonly ok: true; readonly image: string }
  | { readonly ok: false; readonly because: string };

const form = /^([a-z0-9.-]+(?::[0-9]{2,5})?(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)+)@sha256:[a-f0-9]{64}$/;
const longest = 447;

/**
 * Only `host/path@sha256:…` of a repository that the agent was started with: whoever may write annotations of a Node chooses among
 * the images of its owner, and gives the program no options.
 */
export function parseNodeImage(text: string | undefined, repositories: readonly string[]): NodeImage {
  if (text === undefined || text === '') return { ok: false, because: 'no image is named' };
  const repository = text.length > longest ? undefined : form.exec(text)?.[1];
  if (repository === undefined || repository.startsWith('-'))
    return { ok: false, because: 'the image is not named as host/path@sha256:…' };
  return repositories.includes(repository)
    ? { ok: true, image: text }
    : { ok: false, because: `the image is not from a --repository of this agent: ${repository}` };
}
