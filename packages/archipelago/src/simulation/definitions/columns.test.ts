import { expect, test } from 'vitest';
import { sandboxDefinitions } from './sandbox-definitions.ts';

const { definitions } = sandboxDefinitions('openshift');

/** Each kind with columns: names, types where they are no texts, and where the cells come from. */
const columns: Readonly<Record<string, readonly string[]>> = {
  kubevirts: ['Age:date .metadata.creationTimestamp', 'Phase .status.phase'],
  cdis: ['Age:date .metadata.creationTimestamp', 'Phase .status.phase'],
  ssps: ['Phase .status.phase'],
  aaqs: ['Age:date .metadata.creationTimestamp', 'Phase .status.phase'],
  virtualmachines: [
    'Age:date .metadata.creationTimestamp',
    'Status .status.printableStatus',
    'Ready .status.conditions[?(@.type=="Ready")].status',
  ],
  virtualmachineinstances: [
    'Age:date .metadata.creationTimestamp',
    'Phase .status.phase',
    'IP .status.interfaces[0].ipAddress',
    'NodeName .status.nodeName',
    'Ready .status.conditions[?(@.type=="Ready")].status',
  ],
  virtualmachineinstancemigrations: ['Phase .status.phase', 'VMI .spec.vmiName'],
  datavolumes: [
    'Phase .status.phase',
    'Progress .status.progress',
    'Restarts:integer .status.restartCount',
    'Age:date .metadata.creationTimestamp',
  ],
  dataimportcrons: ['Format .status.sourceFormat'],
  volumesnapshotclasses: [
    'Driver .driver',
    'DeletionPolicy .deletionPolicy',
    'Age:date .metadata.creationTimestamp',
  ],
  subscriptions: ['Package .spec.name', 'Source .spec.source', 'Channel .spec.channel'],
  clusterserviceversions: [
    'Display .spec.displayName',
    'Version .spec.version',
    'Replaces .spec.replaces',
    'Phase .status.phase',
  ],
  installplans: [
    'CSV .spec.clusterServiceVersionNames[0]',
    'Approval .spec.approval',
    'Approved:boolean .spec.approved',
  ],
  nodenetworkconfigurationpolicies: [
    'Status .status.conditions[?(@.status=="True")].type',
    'Reason .status.conditions[?(@.status=="True")].reason',
  ],
  nodenetworkconfigurationenactments: [
    'Status .status.conditions[?(@.status=="True")].type',
    'Status Age:date .status.conditions[?(@.status=="True")].lastTransitionTime',
    'Reason .status.conditions[?(@.status=="True")].reason',
  ],
  ipaddresspools: [
    'Auto Assign:boolean .spec.autoAssign',
    'Avoid Buggy IPs:boolean .spec.avoidBuggyIPs',
    'Addresses .spec.addresses',
  ],
  l2advertisements: [
    'IPAddressPools .spec.ipAddressPools',
    'IPAddressPool Selectors .spec.ipAddressPoolSelectors',
    'Interfaces .spec.interfaces',
  ],
  bgpadvertisements: [
    'IPAddressPools .spec.ipAddressPools',
    'IPAddressPool Selectors .spec.ipAddressPoolSelectors',
    'Peers .spec.peers',
  ],
  clusterversions: [
    'Version .status.history[?(@.state=="Completed")].version',
    'Available .status.conditions[?(@.type=="Available")].status',
    'Progressing .status.conditions[?(@.type=="Progressing")].status',
    'Since:date .status.conditions[?(@.type=="Progressing")].lastTransitionTime',
    'Status .status.conditions[?(@.type=="Progressing")].message',
  ],
  machineconfigs: [
    'GeneratedByController .metadata.annotations.machineconfiguration\\.openshift\\.io/generated-by-controller-version',
    'IgnitionVersion .spec.config.ignition.version',
    'Age:date .metadata.creationTimestamp',
  ],
  machineconfigpools: [
    'Config .status.configuration.name',
    'Updated .status.conditions[?(@.type=="Updated")].status',
    'Updating .status.conditions[?(@.type=="Updating")].status',
    'Degraded .status.conditions[?(@.type=="Degraded")].status',
    'MachineCount:number .status.machineCount',
    'ReadyMachineCount:number .status.readyMachineCount',
    'UpdatedMachineCount:number .status.updatedMachineCount',
    'DegradedMachineCount:number .status.degradedMachineCount',
    'Age:date .metadata.creationTimestamp',
  ],
  machineosbuilds: [
    ...['Prepared', 'Building', 'Succeeded', 'Interrupted', 'Failed'].map(
      (type) => `${type} .status.conditions[?(@.type=="${type}")].status`,
    ),
    'Age:date .metadata.creationTimestamp',
  ],
  securitycontextconstraints: [
    'Priv .allowPrivilegedContainer',
    'Caps .allowedCapabilities',
    'SELinux .seLinuxContext.type',
    'RunAsUser .runAsUser.type',
    'FSGroup .fsGroup.type',
    'SupGroup .supplementalGroups.type',
    'Priority .priority',
    'ReadOnlyRootFS .readOnlyRootFilesystem',
    'Volumes .volumes',
  ],
};

test('the columns of the kinds beside the built-in ones', () => {
  const withColumns = definitions.filter((definition) => definition.columns.length > 0);
  const found = withColumns.map(({ plural, columns: declared }) => [
    plural,
    declared.map(({ name, type, jsonPath }) => `${name}${type === 'string' ? '' : `:${type}`} ${jsonPath}`),
  ]);
  expect(Object.fromEntries(found)).toEqual(columns);
});
