import { instructionsOf } from '../instructions.ts';
import type { WantedPlatform } from './wanted-build.ts';

/**
 * The Containerfile of one architecture: the stage `configs` is the pinned base with extensions and kernel, the user's text comes
 * after it. A text without FROM goes on in that stage.
 */
export function renderContainerfile(platform: WantedPlatform): string {
  const { text } = platform.containerfile;
  const stages = instructionsOf(text).filter(({ name }) => name === 'FROM');
  const configs = [`FROM ${platform.base.image} AS configs`, ...extensionLines(platform)];
  const user = text.trim();
  if (user === '') return `${configs.join('\n')}\n`;
  return `${[...configs, ...(stages.length === 0 ? [] : ['']), user].join('\n')}\n`;
}

/** Where the extensions image has its packages. */
const packages = '/usr/share/rpm-ostree/extensions';
const mounted = '/run/os-extensions';

function extensionLines({ extensionsImage, extensions, kernelType }: WantedPlatform): readonly string[] {
  if (extensionsImage === undefined) return [];
  const repository = `printf '[os-extensions]\\nname=os-extensions\\nbaseurl=file://${mounted}\\ngpgcheck=0\\n' > /etc/yum.repos.d/os-extensions.repo`;
  const install = extensions.length === 0 ? [] : [`rpm-ostree install ${extensions.join(' ')}`];
  const kernel = kernelCommands(kernelType);
  const commands = [
    repository,
    ...install,
    ...kernel,
    'rm /etc/yum.repos.d/os-extensions.repo',
    'ostree container commit',
  ];
  return [
    `RUN --mount=type=bind,from=${extensionsImage},source=${packages},target=${mounted} ${commands.join(' && ')}`,
  ];
}

const kernelPackages: ReadonlyMap<string, string> = new Map([
  ['realtime', 'kernel-rt'],
  ['64k-pages', 'kernel-64k'],
]);

function kernelCommands(type: string | undefined): readonly string[] {
  const name = type === undefined ? undefined : kernelPackages.get(type);
  if (name === undefined) return [];
  const usual = ['kernel', 'kernel-core', 'kernel-modules', 'kernel-modules-core', 'kernel-modules-extra'];
  const parts = ['core', 'modules', 'modules-core', 'modules-extra'].map(
    (part) => `--install=${name}-${part}`,
  );
  return [`rpm-ostree override remove ${usual.join(' ')} ${parts.join(' ')}`];
}
