import { parseLabelSelectorText } from '@archipelago/apimachinery';
import { UsageError } from '../process/io.ts';

type Labels = Readonly<Record<string, string>>;

interface Choice {
  readonly selector?: string | undefined;
  readonly names: readonly string[];
}

/** Whether labels are those that `-l` asks for. Throws a UsageError for a selector that is none, or that stands beside names. */
export function labelChoice({ selector, names }: Choice): (labels: Labels) => boolean {
  if (selector === undefined) return () => true;
  const parsed = parseLabelSelectorText(selector);
  if (!parsed.ok) throw new UsageError(`--selector ${JSON.stringify(selector)}: ${parsed.message}`);
  if (names.length > 0)
    throw new UsageError(`--selector ${selector}: goes with no names; leave it or ${names.join(' ')} out`);
  return (labels) => parsed.selector.matches(labels);
}
