import type { Outcome, RegistryFailure } from '../outcomes/outcome.ts';
import { type ImageReference, printImageReference } from '../references/image-reference.ts';
import { type PullSource, pullSources } from './pull-sources.ts';
import type { RegistryRule } from './registry-rule.ts';

/** Reads at the first place that has it: mirrors first. What the last place says counts where none has the image. */
export async function fromAnySource<T>(
  reference: ImageReference,
  rules: readonly RegistryRule[],
  read: (source: PullSource) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const failures: RegistryFailure[] = [];
  for (const source of pullSources(reference, rules)) {
    const found = source.blocked ? blocked(source.reference) : await read(source);
    if (found.kind === 'ok') return found;
    failures.push(found);
    if (found.kind === 'aborted') break;
  }
  return worstOf(failures) ?? nowhere(reference);
}

/** An image that is absent in a mirror may be at a source that does not answer: that is the more telling failure. */
function worstOf(failures: readonly RegistryFailure[]): RegistryFailure | undefined {
  return failures.findLast(({ kind }) => kind !== 'absent') ?? failures.at(-1);
}

function blocked({ registry, ...rest }: ImageReference): RegistryFailure {
  return {
    kind: 'refused',
    host: registry,
    asked: `manifest of ${printImageReference({ registry, ...rest })}`,
    reason: 'the configuration of mirrors forbids to read it there',
    fix: 'push it to one of its mirrors, or allow the source',
  };
}

function nowhere(reference: ImageReference): RegistryFailure {
  return {
    kind: 'refused',
    host: reference.registry,
    asked: `manifest of ${printImageReference(reference)}`,
    reason: 'the configuration of mirrors leaves no place to read it',
    fix: 'correct the mirrors',
  };
}
