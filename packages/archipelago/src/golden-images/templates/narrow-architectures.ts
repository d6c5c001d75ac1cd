import { isArchitecture } from '../../api/architectures.ts';

/** The items of the annotation: trimmed, without duplicates and empty ones, in their order. */
export function listedArchitectures(text: string): readonly string[] {
  const items = text.split(',').map((item) => item.trim());
  return [...new Set(items.filter((item) => item !== ''))];
}

/** What an image's architectures come to on a cluster. */
interface Narrowed {
  /** In the image's order. */
  readonly supported: readonly string[];
  /** Listed, but nothing Kubernetes runs on. */
  readonly unknown: readonly string[];
}

/** Architectures that both the image and the workload nodes have. */
export function narrowArchitectures(text: string, workloadArchitectures: readonly string[]): Narrowed {
  const listed = listedArchitectures(text);
  return {
    supported: listed.filter((name) => workloadArchitectures.includes(name)),
    unknown: listed.filter((name) => !isArchitecture(name)),
  };
}
