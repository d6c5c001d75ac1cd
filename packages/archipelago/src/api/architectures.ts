/** Architectures of nodes and images, as Go and Kubernetes name them; sorted. */
export const architectures = ['amd64', 'arm64', 'ppc64le', 's390x'] as const;

export type Architecture = (typeof architectures)[number];

/** Whether a name, from a node or an image, is one of the known architectures. */
export function isArchitecture(name: string | undefined): name is Architecture {
  return architectures.some((each) => each === name);
}

/** Architectures that KubeVirt runs VirtualMachines on, and SSP therefore makes golden images and templates for. */
export const bootableArchitectures: readonly string[] = ['amd64', 'arm64', 's390x'];
