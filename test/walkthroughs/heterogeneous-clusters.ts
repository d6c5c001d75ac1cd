import type { Step, Walkthrough } from './walkthrough.ts';

const annotation = 'ssp.kubevirt.io/dict.architectures';

const openEditor = 'oc edit hyperconverged kubevirt-hyperconverged -n openshift-cnv';

const image = (name: string, url: string, source: string, retention?: string) => ({
  metadata: { name, annotations: { [annotation]: 'amd64,arm64' } },
  spec: {
    schedule: '0 */12 * * *',
    template: { spec: { source: { registry: { url } } } },
    managedDataSource: source,
    ...(retention === undefined ? {} : { retentionPolicy: retention }),
  },
});

const steps: readonly Step[] = [
  { title: 'a HyperConverged with nothing set', action: { do: 'restore' } },
  {
    title: 'enable golden images for several architectures',
    action: {
      do: 'command',
      run: `oc patch hyperconverged kubevirt-hyperconverged -n openshift-cnv \\
  --type json -p '[{"op":"replace","path":"/spec/featureGates/enableMultiArchBootImageImport", "value": true}]'`,
    },
    prints: { text: 'hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged patched' },
    shows: [
      { of: 'hyperconverged', at: 'spec.featureGates.enableMultiArchBootImageImport', expect: { is: true } },
      {
        of: 'kubevirt',
        at: 'spec.configuration.developerConfiguration.featureGates',
        expect: { has: 'MultiArchitecture' },
      },
      { of: 'ssp', at: 'spec.enableMultipleArchitectures', expect: { is: true } },
      { of: 'ssp', at: 'spec.cluster.workloadArchitectures', expect: { is: ['amd64', 'arm64', 's390x'] } },
      {
        of: 'hyperconverged',
        at: 'status.dataImportCronTemplates.2.metadata.name',
        expect: { is: 'fedora-image-cron' },
      },
    ],
  },
  {
    title: 'modify a common golden image in the editor',
    action: {
      do: 'command',
      run: openEditor,
      edits: {
        spec: {
          dataImportCronTemplates: [
            image(
              'kubevirt-hyperconverged',
              'docker://my-private-registry/my-own-version-of-centos:8',
              'centos-stream8',
            ),
          ],
        },
      },
    },
    prints: { text: 'hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged edited' },
    shows: [
      {
        of: 'hyperconverged',
        at: 'status.dataImportCronTemplates.3',
        expect: {
          has: {
            metadata: { name: 'kubevirt-hyperconverged', annotations: { [annotation]: 'amd64,arm64' } },
            status: { originalSupportedArchitectures: 'amd64,arm64' },
          },
        },
      },
      {
        of: 'ssp',
        at: 'spec.commonTemplates.dataImportCronTemplates.3',
        expect: {
          has: {
            metadata: { name: 'kubevirt-hyperconverged', annotations: { [annotation]: 'amd64,arm64' } },
          },
        },
      },
    ],
  },
  {
    title: 'add a custom golden image in the editor',
    action: {
      do: 'command',
      run: openEditor,
      edits: {
        spec: {
          dataImportCronTemplates: [
            image('custom-image1', 'docker://myprivateregistry/custom1', 'custom1', 'All'),
          ],
        },
      },
    },
    shows: [
      {
        of: 'ssp',
        at: 'spec.commonTemplates.dataImportCronTemplates.2',
        expect: {
          has: {
            metadata: { name: 'custom-image1', annotations: { [annotation]: 'amd64,arm64' } },
            spec: { retentionPolicy: 'All', managedDataSource: 'custom1' },
          },
        },
      },
    ],
  },
  {
    title: 'limit workloads to one architecture in the editor',
    action: {
      do: 'command',
      run: openEditor,
      edits: {
        spec: {
          workloads: {
            nodePlacement: {
              affinity: {
                nodeAffinity: {
                  requiredDuringSchedulingIgnoredDuringExecution: {
                    nodeSelectorTerms: [
                      {
                        matchExpressions: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] }],
                      },
                    ],
                  },
                },
              },
            },
          },
        },
      },
    },
    shows: [
      { of: 'hyperconverged', at: 'status.nodeInfo.workloadsArchitectures', expect: { is: ['amd64'] } },
      { of: 'ssp', at: 'spec.cluster.workloadArchitectures', expect: { is: ['amd64'] } },
    ],
  },
  {
    title: 'the modified image as a manifest',
    action: { do: 'apply', file: 'heterogeneous-clusters/01-modified-image.yaml' },
    shows: [
      {
        of: 'ssp',
        at: 'spec.commonTemplates.dataImportCronTemplates.3.spec.managedDataSource',
        expect: { is: 'centos-stream8' },
      },
    ],
  },
  {
    title: 'the custom image as a manifest',
    action: { do: 'apply', file: 'heterogeneous-clusters/02-custom-image.yaml' },
    shows: [
      {
        of: 'ssp',
        at: 'spec.commonTemplates.dataImportCronTemplates.2.metadata.name',
        expect: { is: 'custom-image1' },
      },
    ],
  },
  {
    title: 'the placement as a manifest',
    action: { do: 'apply', file: 'heterogeneous-clusters/03-workloads-of-one-architecture.yaml' },
    shows: [
      { of: 'hyperconverged', at: 'status.nodeInfo.workloadsArchitectures', expect: { is: ['amd64'] } },
    ],
  },
];

/** Heterogeneous cluster support, as OpenShift documents it. */
export const heterogeneousClusters: Walkthrough = {
  document: 'heterogeneous-clusters',
  platform: 'openshift',
  steps,
};
