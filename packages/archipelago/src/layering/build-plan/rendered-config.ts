import { digestOf, type KubernetesObject, objectsAt, textAt, textsAt } from '@archipelago/apimachinery';
import { isImageMachineConfig } from './image-machine-config.ts';

/** What a pool's rendered MachineConfig puts into the image. */
export interface RenderedConfig {
  readonly name: string;
  readonly baseImage: string | undefined;
  readonly extensionsImage: string | undefined;
  /** Sorted. */
  readonly extensions: readonly string[];
  /** Undefined: the usual one. */
  readonly kernelType: string | undefined;
  /**
   * Stands for what is baked in besides the kernel type. Files and logins are not: nodes take them over themselves, so that a
   * change of them makes no image.
   */
  readonly digest: string;
}

/** The rendered configuration of a pool; undefined where it has none or it was not passed in. */
export function renderedConfigOf(
  pool: KubernetesObject | undefined,
  machineConfig: (name: string) => KubernetesObject | undefined,
): RenderedConfig | undefined {
  const name = textAt(pool, 'spec', 'configuration', 'name');
  const object = name === '' ? undefined : machineConfig(name);
  if (object === undefined) return undefined;
  const kernelType = textAt(object, 'spec', 'kernelType');
  // they end up in a shell's command
  const extensions = textsAt(object, 'spec', 'extensions').filter((one) => /^[\w.+-]+$/.test(one));
  return {
    name,
    baseImage: baseImageOf(pool, object, machineConfig) || undefined,
    extensionsImage: textAt(object, 'spec', 'baseOSExtensionsContainerImage') || undefined,
    extensions: [...extensions].sort(),
    kernelType: kernelType === '' || kernelType === 'default' ? undefined : kernelType,
    digest: digestOf({
      extensions: [...extensions].sort(),
      kernelArguments: textsAt(object, 'spec', 'kernelArguments'),
    }),
  };
}

/** What the pool would boot without our image: an image that was built is never the base of the next one. */
function baseImageOf(
  pool: KubernetesObject | undefined,
  rendered: KubernetesObject,
  machineConfig: (name: string) => KubernetesObject | undefined,
): string {
  const source = objectsAt(pool, 'spec', 'configuration', 'source').map((one) => textAt(one, 'name'));
  if (!source.some(isImageMachineConfig)) return textAt(rendered, 'spec', 'osImageURL');
  const images = source
    .filter((name) => !isImageMachineConfig(name))
    .map((name) => textAt(machineConfig(name), 'spec', 'osImageURL'));
  return images.findLast((image) => image !== '') ?? '';
}
