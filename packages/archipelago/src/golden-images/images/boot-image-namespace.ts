/** Where golden images live whose template names no namespace (`docs/compatibility/golden-images.md#the-images-namespace`). */
export function bootImageNamespace(platform: 'kubernetes' | 'openshift'): string {
  return platform === 'openshift' ? 'openshift-virtualization-os-images' : 'kubevirt-os-images';
}
