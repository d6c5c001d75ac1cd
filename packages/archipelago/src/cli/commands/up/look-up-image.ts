import { visibleText } from '@archipelago/apimachinery';
import type { AskImage } from '../../../operator/golden-images/ask-image.ts';
import type { LookUpImage } from '../../../simulation/actors/importer/image-polls.ts';

/** Lets the simulated importer ask registries as the operator does: with the template's login, through mirrors. */
export function lookUpImage(ask: AskImage): LookUpImage {
  return async ({ url, namespace, secret, certificates }, signal) => {
    const outcome = await ask(
      {
        kind: 'image',
        key: url,
        url,
        namespace,
        secret: secret === '' ? undefined : secret,
        certificates: certificates === '' ? undefined : certificates,
      },
      signal,
    );
    if (outcome.kind !== 'ok')
      return { kind: 'failed', message: visibleText(`${outcome.host}: ${outcome.reason}`) };
    const { digest, platforms } = outcome.value;
    return { kind: 'found', digest, architectures: platforms.map(({ architecture }) => architecture) };
  };
}
