/** Where golden images live whose template names no namespace (facts/golden-images.md: the build's constant). */
export function bootImageNamespace(platform: 'kubernetes' | 'openshift'): string {
  return platform === 'openshift' ? 'openshift-virtualization-os-images' : 'kubevirt-os-images';
}
