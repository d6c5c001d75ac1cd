import type { JsonValue } from '@archipelago/apimachinery';
import type { Installation } from '../rights/permission.ts';
import type { Monitoring } from './monitoring-manifests.ts';

/** Fields of a Deployment and of its pods, in the form that the API server takes them. */
export interface PodChoices {
  /** Usually 2. */
  readonly replicas?: JsonValue;
  readonly resources?: JsonValue;
  /** More variables of the environment, such as HTTPS_PROXY: EnvVars. */
  readonly environment?: readonly JsonValue[];
  readonly nodeSelector?: JsonValue;
  readonly tolerations?: JsonValue;
  readonly affinity?: JsonValue;
  readonly imagePullSecrets?: JsonValue;
  readonly priorityClassName?: JsonValue;
}

/** What to install; without an image the operator runs elsewhere and has its account only. */
export interface InstallationChoices extends Installation {
  readonly image?: string | undefined;
  /** More flags of `operator` about layering. */
  readonly layeringArguments?: readonly string[];
  /** Registries inside the cluster that the operator may ask, `host` or `host:port`. */
  readonly registryAllowHosts?: readonly string[];
  /** Images of operands that the operator deploys itself, by the parameter that names them. */
  readonly operandImages?: Readonly<Record<string, string>>;
  /** Absent: no rules, and nothing that tells a Prometheus of the operator. */
  readonly monitoring?: Monitoring | undefined;
  /** A console for many, by what browsers call it; needs an image. Absent: none. */
  readonly consoleHost?: string | undefined;
  /** How the operator's pods are, where it is not as usual. */
  readonly pods?: PodChoices | undefined;
  /** Networks that it does not ask registries in, as one text of CIDRs. */
  readonly registryRefusedNetworks?: string | undefined;
}
