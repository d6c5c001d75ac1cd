interface CommonImage {
  readonly name: string;
  readonly managedDataSource: string;
  readonly url: string;
  /** In the order in which the image's index lists them. */
  readonly architectures: string;
  readonly size: string;
}

/** The golden images that come with the product (`docs/compatibility/golden-images.md#common-images`). */
export const commonImages: readonly CommonImage[] = [
  {
    name: 'centos-stream10-image-cron',
    managedDataSource: 'centos-stream10',
    url: 'docker://quay.io/containerdisks/centos-stream:10',
    architectures: 'amd64,arm64,s390x',
    size: '10Gi',
  },
  {
    name: 'centos-stream9-image-cron',
    managedDataSource: 'centos-stream9',
    url: 'docker://quay.io/containerdisks/centos-stream:9',
    architectures: 'amd64,arm64,s390x',
    size: '10Gi',
  },
  {
    name: 'fedora-image-cron',
    managedDataSource: 'fedora',
    url: 'docker://quay.io/containerdisks/fedora:latest',
    architectures: 'arm64,s390x,amd64',
    size: '5Gi',
  },
];

export const commonImageNames: readonly string[] = commonImages.map(({ name }) => name);
