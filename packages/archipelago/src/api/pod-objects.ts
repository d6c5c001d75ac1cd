import type { JsonObject, JsonValue } from '@archipelago/apimachinery';

/** A pod template as far as the node agents' templates go. */
interface PodTemplate {
  readonly metadata: {
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly containers: readonly JsonObject[];
    readonly volumes: readonly JsonObject[];
    readonly priorityClassName: string;
    readonly serviceAccountName?: string;
    readonly hostPID?: boolean;
    readonly hostUsers?: boolean;
    readonly terminationGracePeriodSeconds?: number;
    readonly nodeSelector?: Readonly<Record<string, string>>;
    readonly affinity?: JsonValue;
    readonly tolerations?: readonly JsonValue[];
  };
}

/** apps/v1 DaemonSet as far as the node agents go. */
export interface DaemonSet {
  readonly spec: {
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly template: PodTemplate;
    readonly updateStrategy: {
      readonly type?: string;
      readonly rollingUpdate?: { readonly maxUnavailable: string };
    };
  };
}

/** security.openshift.io/v1 SecurityContextConstraints; null is a value OpenShift requires to be written. */
export interface SecurityContextConstraints {
  readonly allowHostDirVolumePlugin: boolean;
  readonly allowHostIPC: boolean;
  readonly allowHostNetwork: boolean;
  readonly allowHostPID: boolean;
  readonly allowHostPorts: boolean;
  readonly allowPrivilegedContainer: boolean;
  readonly allowedCapabilities: readonly string[] | null;
  readonly allowedUnsafeSysctls?: readonly string[];
  readonly defaultAddCapabilities: readonly string[] | null;
  readonly fsGroup: { readonly type?: string };
  readonly groups: readonly string[] | null;
  readonly priority: number | null;
  readonly readOnlyRootFilesystem: boolean;
  readonly requiredDropCapabilities: readonly string[] | null;
  readonly runAsUser: { readonly type?: string };
  readonly seLinuxContext: { readonly type?: string };
  readonly seccompProfiles?: readonly string[];
  readonly supplementalGroups: { readonly type?: string };
  readonly users: readonly string[];
  readonly volumes: readonly string[];
}

/** rbac.authorization.k8s.io/v1 ClusterRole. */
export interface ClusterRole {
  readonly rules: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

/** rbac.authorization.k8s.io/v1 ClusterRoleBinding. */
export interface ClusterRoleBinding {
  readonly roleRef: { readonly apiGroup: string; readonly kind: string; readonly name: string };
  readonly subjects: readonly { readonly kind: string; readonly name: string; readonly namespace: string }[];
}
