import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { names } from '../api/layering-names.ts';
import type { LayeringDeployment } from './layering-plan.ts';
import type { Reading } from './reading.ts';

/** A secret of image logins, and the key that they are under. */
interface LoginSecret {
  readonly name: string;
  readonly key: '.dockerconfigjson' | '.dockercfg';
}

/** A secret that a config names; undefined: it names none. One that is not there yet is taken to be of the newer type. */
export function loginSecret(
  reading: Pick<Reading, 'login'>,
  name: string | undefined,
): LoginSecret | undefined {
  if (name === undefined) return undefined;
  const facts = reading.login(name);
  const isKnown = typeof facts === 'object' && facts.kind === 'logins';
  return { name, key: isKnown ? facts.key : '.dockerconfigjson' };
}

/** Where pods find a login: `config.json`, whatever its type; an empty directory without one. */
export function secretVolume(name: string, secret: LoginSecret | undefined): JsonObject {
  return secret === undefined
    ? { name, emptyDir: { sizeLimit: smallLimit } }
    : { name, secret: { secretName: secret.name, items: [{ key: secret.key, path: 'config.json' }] } };
}

/** Of volumes that hold a few short files. */
const smallLimit = '16Mi';

interface PodParts {
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly JsonObject[];
  readonly affinity?: JsonObject;
  /** False: the pod's root is not the node's. Absent: it may be. */
  readonly hostUsers?: false;
  /** Run one after the other, before the result is reported from /run/results. */
  readonly initContainers: readonly JsonObject[];
  readonly volumes: readonly JsonObject[];
  /** Name of the ConfigMap with the result. */
  readonly result: string;
}

/** The end of the log of a container that fails is in the pod's status: why, although nothing was reported. */
export const toldByLog: JsonObject = { terminationMessagePolicy: 'FallbackToLogsOnError' };

/** A pod that was put off its node is no failure. */
export const offItsNode: JsonObject = {
  action: 'Ignore',
  onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }],
};

/** For containers that only talk to registries and the API server. */
export const confined: JsonObject = {
  securityContext: {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    seccompProfile: { type: 'RuntimeDefault' },
  },
};

/** Where programs look for the login of their service account. */
const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';
const loginSeconds = 3600;

/** As the API server would mount it into every container; what a Containerfile runs is not to have it. */
const accountLogin: JsonObject = {
  name: 'login',
  projected: {
    sources: [
      { serviceAccountToken: { path: 'token', expirationSeconds: loginSeconds } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      { downwardAPI: { items: [{ path: 'namespace', fieldRef: { fieldPath: 'metadata.namespace' } }] } },
    ],
  },
};

interface PodMeta {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The pod of a job: what works, then `archipelago layering report`, which writes each file of /run/results into a ConfigMap. */
export function podTemplate(deployment: LayeringDeployment, meta: PodMeta, parts: PodParts): JsonObject {
  const report: JsonObject = {
    name: 'report',
    image: deployment.ownImage,
    args: ['layering', 'report', '--config-map', parts.result, '--from', '/run/results'],
    env: [fieldVariable('JOB_UID', "metadata.labels['batch.kubernetes.io/controller-uid']")],
    volumeMounts: [
      { name: 'results', mountPath: '/run/results', readOnly: true },
      { name: 'login', mountPath: accountFolder, readOnly: true },
    ],
    ...toldByLog,
    ...confined,
  };
  return {
    metadata: {
      labels: meta.labels,
      annotations: { ...meta.annotations, 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false' },
    },
    spec: {
      restartPolicy: 'Never',
      serviceAccountName: deployment.serviceAccount,
      automountServiceAccountToken: false,
      terminationGracePeriodSeconds: 10,
      nodeSelector: parts.nodeSelector,
      tolerations: parts.tolerations,
      ...(parts.hostUsers === undefined ? {} : { hostUsers: parts.hostUsers }),
      ...(parts.affinity === undefined ? {} : { affinity: parts.affinity }),
      initContainers: parts.initContainers,
      containers: [report],
      volumes: [...parts.volumes, { name: 'results', emptyDir: { sizeLimit: smallLimit } }, accountLogin],
    },
  };
}

function fieldVariable(name: string, fieldPath: string): JsonValue {
  return { name, valueFrom: { fieldRef: { fieldPath } } };
}

/** Labels of a result's ConfigMap, for whoever writes one. */
export function resultLabels(jobUid: string): Readonly<Record<string, string>> {
  return { [names.component]: 'result', [names.jobUid]: jobUid };
}
