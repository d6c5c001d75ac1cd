import type { ResourceDefinition } from '../declaration/resource-definition.ts';

const anything = { 'x-kubernetes-preserve-unknown-fields': true };
const flag = { type: 'boolean' };
const names = { type: 'array', nullable: true, items: { type: 'string' } };
const strategy = { type: 'object', nullable: true, 'x-kubernetes-preserve-unknown-fields': true };

/** Permissions of pods on OpenShift. Its fields stand beside metadata, without a spec. */
export const securityContextConstraints: ResourceDefinition = {
  group: 'security.openshift.io',
  version: 'v1',
  kind: 'SecurityContextConstraints',
  plural: 'securitycontextconstraints',
  shortNames: ['scc'],
  inCategoryAll: false,
  namespaced: false,
  statusSubresource: false,
  columns: [
    { name: 'Priv', type: 'string', jsonPath: '.allowPrivilegedContainer' },
    { name: 'Caps', type: 'string', jsonPath: '.allowedCapabilities' },
    { name: 'SELinux', type: 'string', jsonPath: '.seLinuxContext.type' },
    { name: 'RunAsUser', type: 'string', jsonPath: '.runAsUser.type' },
    { name: 'FSGroup', type: 'string', jsonPath: '.fsGroup.type' },
    { name: 'SupGroup', type: 'string', jsonPath: '.supplementalGroups.type' },
    { name: 'Priority', type: 'string', jsonPath: '.priority' },
    { name: 'ReadOnlyRootFS', type: 'string', jsonPath: '.readOnlyRootFilesystem' },
    { name: 'Volumes', type: 'string', jsonPath: '.volumes' },
  ],
  members: {
    allowHostDirVolumePlugin: flag,
    allowHostIPC: flag,
    allowHostNetwork: flag,
    allowHostPID: flag,
    allowHostPorts: flag,
    allowPrivilegeEscalation: { ...flag, nullable: true },
    allowPrivilegedContainer: flag,
    allowedCapabilities: names,
    allowedFlexVolumes: { type: 'array', nullable: true, items: anything },
    allowedUnsafeSysctls: names,
    defaultAddCapabilities: names,
    defaultAllowPrivilegeEscalation: { ...flag, nullable: true },
    forbiddenSysctls: names,
    fsGroup: strategy,
    groups: names,
    priority: { type: 'integer', format: 'int32', nullable: true },
    readOnlyRootFilesystem: flag,
    requiredDropCapabilities: names,
    runAsUser: strategy,
    seLinuxContext: strategy,
    seccompProfiles: names,
    supplementalGroups: strategy,
    userNamespaceLevel: { type: 'string' },
    users: names,
    volumes: names,
  },
  required: [],
};
