import type { JsonObject } from '@archipelago/apimachinery';
import type { Step, Walkthrough } from './walkthrough.ts';

const enableGate: JsonObject = {
  spec: {
    dataImportCronTemplates: [
      {
        metadata: {
          name: 'custom-image1',
          annotations: { 'ssp.kubevirt.io/dict.architectures': 'amd64,arm64' },
        },
        spec: {
          schedule: '0 */12 * * *',
          template: { spec: { source: { registry: { url: 'docker://myprivateregistry/custom1' } } } },
          managedDataSource: 'custom1',
        },
      },
    ],
    featureGates: { enableMultiArchBootImageImport: true },
  },
};

const onlyAmd64: JsonObject = {
  spec: {
    workloads: {
      nodePlacement: {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                { matchExpressions: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] }] },
              ],
            },
          },
        },
      },
    },
  },
};

/** The two remedies of the runbook, opened by its edit command. */
function remedies(openEditor: string): readonly Step[] {
  return [
    { title: 'a HyperConverged with nothing set', action: { do: 'restore' } },
    {
      title: 'enable boot images of several architectures in the editor',
      action: { do: 'command', run: openEditor, edits: enableGate },
      shows: [
        {
          of: 'kubevirt',
          at: 'spec.configuration.developerConfiguration.featureGates',
          expect: { has: 'MultiArchitecture' },
        },
        {
          of: 'hyperconverged',
          at: 'spec.dataImportCronTemplates.0.metadata.annotations',
          expect: { has: { 'ssp.kubevirt.io/dict.architectures': 'amd64,arm64' } },
        },
      ],
    },
    { title: 'a HyperConverged with nothing set, again', action: { do: 'restore' } },
    {
      title: 'limit workloads to amd64 in the editor',
      action: { do: 'command', run: openEditor, edits: onlyAmd64 },
      shows: [
        { of: 'hyperconverged', at: 'status.nodeInfo.workloadsArchitectures', expect: { is: ['amd64'] } },
      ],
    },
  ];
}

const manifests: readonly Step[] = [
  {
    title: 'the gate and a template as a manifest',
    action: { do: 'apply', file: 'multi-arch-golden-images-disabled/02-multi-arch-boot-images.yaml' },
    shows: [
      {
        of: 'kubevirt',
        at: 'spec.configuration.developerConfiguration.featureGates',
        expect: { has: 'MultiArchitecture' },
      },
    ],
  },
  {
    title: 'the placement as a manifest',
    action: { do: 'apply', file: 'multi-arch-golden-images-disabled/03-workloads-of-one-architecture.yaml' },
    shows: [
      { of: 'hyperconverged', at: 'status.nodeInfo.workloadsArchitectures', expect: { is: ['amd64'] } },
    ],
  },
];

/** The runbook of HCOMultiArchGoldenImagesDisabled. */
export const multiArchGoldenImagesDisabled: Walkthrough = {
  document: 'multi-arch-golden-images-disabled',
  platform: 'kubernetes',
  steps: [
    { title: 'a HyperConverged with nothing set, first', action: { do: 'restore' } },
    {
      title: 'read the workload architectures',
      action: {
        do: 'command',
        run: 'kubectl get hyperconverged -n kubevirt-hyperconverged kubevirt-hyperconverged -o yaml',
      },
      prints: {
        json: {
          kind: 'HyperConverged',
          status: { nodeInfo: { workloadsArchitectures: ['amd64', 'arm64', 's390x'] } },
        },
      },
    },
    ...remedies('kubectl edit hyperconverged -n kubevirt-hyperconverged kubevirt-hyperconverged -o yaml'),
    ...manifests,
  ],
};

/** The same runbook with the commands it has for OpenShift. */
export const multiArchGoldenImagesDisabledOnOpenshift: Walkthrough = {
  document: 'multi-arch-golden-images-disabled',
  platform: 'openshift',
  steps: remedies('oc edit hyperconverged -n openshift-cnv kubevirt-hyperconverged -o yaml'),
};
