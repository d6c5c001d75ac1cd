import type { WantedPlatform } from '../build-plan/wanted-build.ts';
import { type PlatformInputs, platformKey } from '../platform-key.ts';

/** What an image may be made of otherwise than it was. */
export type InputName = Exclude<keyof PlatformInputs, 'architecture'>;

/** Everything that decides the key of a wanted platform. */
export function inputsOf(
  platform: WantedPlatform,
  configuration: string | undefined,
  rebuilds: number | undefined,
): PlatformInputs {
  const { architecture, variant, containerfile, base, extensionsImage, kernelType, buildArguments } =
    platform;
  return {
    architecture,
    variant,
    containerfile: containerfile.text,
    configuration,
    base: base.digest,
    extensions: extensionsImage?.slice(extensionsImage.indexOf('@') + 1),
    kernelType,
    buildArguments,
    nonce: rebuilds === undefined ? undefined : String(rebuilds),
  };
}

const inputNames: readonly InputName[] = [
  'containerfile',
  'base',
  'configuration',
  'buildArguments',
  'kernelType',
  'extensions',
  'variant',
  'nonce',
];

/**
 * Which inputs make the difference to an older key: those that, put back to what they may have been, give exactly that key.
 * Nothing differs: none. Undefined: what the older image was made of is not known well enough.
 */
export function differingInputs(
  now: PlatformInputs,
  olderKey: string,
  before: readonly Partial<PlatformInputs>[],
): readonly InputName[] | undefined {
  const alternatives = inputNames.flatMap((name) => {
    const values = before.flatMap((one) => (Object.hasOwn(one, name) ? [one[name]] : []));
    return distinct(values, now[name]).map((value) => ({ name, value }));
  });
  const found = subsetsOf(alternatives).find((subset) => platformKey(putBack(now, subset)) === olderKey);
  return found?.map(({ name }) => name);
}

interface Alternative {
  readonly name: InputName;
  readonly value: PlatformInputs[InputName];
}

/** Values that differ from what is and from each other; at most two, so that a bad guess costs little. */
function distinct<T>(values: readonly T[], now: T): readonly T[] {
  const texts = new Set([textOf(now)]);
  return values
    .filter((value) => {
      const text = textOf(value);
      return texts.has(text) ? false : texts.add(text) !== undefined;
    })
    .slice(0, 2);
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? JSON.stringify(Object.entries(value).sort())
    : String(value);
}

/** Every choice of alternatives, of each input at most one. */
function subsetsOf(alternatives: readonly Alternative[]): (readonly Alternative[])[] {
  const subsets: (readonly Alternative[])[] = [[]];
  for (const one of alternatives) {
    const without = subsets.filter((subset) => subset.every(({ name }) => name !== one.name));
    subsets.push(...without.map((subset) => [...subset, one]));
  }
  return subsets;
}

function putBack(now: PlatformInputs, subset: readonly Alternative[]): PlatformInputs {
  return { ...now, ...Object.fromEntries(subset.map(({ name, value }) => [name, value])) };
}
