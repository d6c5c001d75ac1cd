import { isJsonObject, type JsonValue, objectsAt, textAt } from '@archipelago/apimachinery';

/** How a host is updated: programs with their arguments, never a text for a shell. */
export interface HostPrograms {
  /** Prints what is booted, as JSON. */
  readonly status: readonly string[];
  /** The image that is booted, as `status` says; undefined: none that it names. */
  readonly booted: (status: JsonValue) => string | undefined;
  /** The image that the next boot brings; undefined: the same as now, or none that it names. */
  readonly staged: (status: JsonValue) => string | undefined;
  /** Fetches an image, to be booted next. */
  readonly stage: (image: string) => readonly string[];
  readonly reboot: readonly string[];
}

const reboot = ['systemctl', 'reboot'];

/** Of rpm-ostree. */
function deploymentImage(status: JsonValue, which: 'booted' | 'staged'): string | undefined {
  const deployments = objectsAt(isJsonObject(status) ? status : {}, 'deployments');
  const reference = textAt(
    deployments.find((each) => each[which] === true),
    'container-image-reference',
  );
  return /^ostree-[a-z-]+:(?:docker:\/\/)?(.+)$/.exec(reference)?.[1];
}

export const hostPrograms = {
  bootc: {
    status: ['bootc', 'status', '--json'],
    booted: (status) => textAt(status, 'status', 'booted', 'image', 'image', 'image') || undefined,
    staged: (status) => textAt(status, 'status', 'staged', 'image', 'image', 'image') || undefined,
    stage: (image) => ['bootc', 'switch', '--transport', 'registry', image],
    reboot,
  },
  'rpm-ostree': {
    status: ['rpm-ostree', 'status', '--json'],
    booted: (status) => deploymentImage(status, 'booted'),
    staged: (status) => deploymentImage(status, 'staged'),
    stage: (image) => ['rpm-ostree', 'rebase', `ostree-unverified-registry:${image}`],
    reboot,
  },
} as const satisfies Readonly<Record<string, HostPrograms>>;

export type Backend = keyof typeof hostPrograms;
