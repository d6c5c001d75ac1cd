import type { ObservedBuild } from '../build-plan/observed-build.ts';
import type { Difference } from './forecast-view.ts';

/** Why an image is not that of an older build, or that it is; `differs` undefined: what differs is not known. */
export function whyDifferent(
  differs: readonly Difference[] | undefined,
  architecture: string,
  older: ObservedBuild | undefined,
): string {
  if (older === undefined) return 'there is no build before';
  if (!older.spec.platforms.some((one) => one.architecture === architecture))
    return `the architecture is not in ${older.name}`;
  if (differs === undefined) return `it is not made of what ${older.name} was made of`;
  return differs.length === 0
    ? 'nothing differs'
    : `other than in ${older.name}: ${differs.map(printDifference).join(', ')}`;
}

const inputTexts = {
  containerfile: 'Containerfile',
  base: 'base image',
  configuration: 'rendered configuration',
  buildArguments: 'build arguments',
  kernelType: 'kernel type',
  extensions: 'extensions image',
  variant: 'variant',
  nonce: 'a rebuild is asked for',
} as const satisfies Record<Difference['input'], string>;

function printDifference({ input, before, after }: Difference): string {
  const text = inputTexts[input];
  if (before === after) return after === undefined ? text : `${text} (${after})`;
  return `${text} (${short(before)} → ${short(after)})`;
}

function short(text = 'none'): string {
  return text.startsWith('sha256:') ? text.slice(7, 19) : text;
}
