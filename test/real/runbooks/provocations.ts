import { created } from './created.ts';
import { expiringCertificate } from './expiring-certificate.ts';
import { drained, guarded, layered } from './layered.ts';
import type { Provocation } from './provocation.ts';

/** The HyperConverged on which each provocation begins. */
const freshSpec = { featureGates: { enableMultiArchBootImageImport: true } };

/** A command that gives the HyperConverged this spec, and nothing of the one it had. */
export function withSpec(spec: object): string {
  const patch = JSON.stringify([{ op: 'replace', path: '/spec', value: { ...freshSpec, ...spec } }]);
  return `kubectl patch hyperconverged kubevirt-hyperconverged -n {namespace} --type=json -p '${patch}'`;
}

/** An image of three architectures that the registry of `up` has. */
const fedora = 'quay.io/containerdisks/fedora:latest';

function template(image: string, architectures?: string): object {
  const annotations = {
    'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
    'ssp.kubevirt.io/dict.architectures': architectures,
  };
  return {
    metadata: { name: 'custom', annotations },
    spec: {
      schedule: '0 */12 * * *',
      managedDataSource: 'custom',
      template: {
        spec: {
          source: { registry: { url: `docker://${image}` } },
          storage: { resources: { requests: { storage: '5Gi' } } },
        },
      },
    },
  };
}

function machine(spec: object): object {
  const domain = { devices: {} };
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'web', namespace: 'default' },
    spec: { runStrategy: 'Always', template: { spec: { domain, ...spec } } },
  };
}

const deschedulers = 'openshift-kube-descheduler-operator';
const exitCode = 'sandbox.archipelago.dev/build-exit-code';

const read = `kubectl get hyperconverged kubevirt-hyperconverged -n {namespace} -o jsonpath='{.spec.liveMigrationConfig.parallelMigrationsPerCluster}'`;
const write = `kubectl patch kubevirt kubevirt-kubevirt-hyperconverged -n {namespace} --type=merge -p '{"spec":{"configuration":{"migrations":{"parallelMigrationsPerCluster":7}}}}'`;
/** Writes into KubeVirt until the HyperConverged says the same, for a minute at most. */
const stubbornProgram = `(for time in $(seq 120); do [ "$(${read})" = 7 ] && break; ${write}; sleep 0.5; done) >/dev/null 2>&1 &`;

/** The flags that `up` has for its operator. */
const FLAGS =
  '--platform kubernetes --webhook operator --doctor --layering-builder builder --layering-namespace archipelago-builds --layering-rollout';

/** Takes the right away to do anything with a kind in the whole cluster. */
function withoutRight(plural: string): string {
  return `kubectl get clusterrole archipelago-operator -o json | sed 's/"${plural}"/"none"/' | kubectl replace -f -`;
}

/** An operator that is killed, as if five minutes had gone by since. */
const killed: Provocation = {
  platform: 'process',
  provoke: `kubectl scale deployment archipelago-operator -n {namespace} --replicas=0
sleep 3
kubectl patch lease archipelago-operator -n {namespace} --type=merge -p "{\\"spec\\":{\\"renewTime\\":\\"$(date -u -d '-6 minutes' +%Y-%m-%dT%H:%M:%S.000000Z)\\"}}"`,
  tells: 'nobody',
};

/** By the name of the alert. */
export const provocations: Readonly<Record<string, Provocation>> = {
  KubeVirtCRModified: { platform: 'kubernetes', provoke: stubbornProgram },
  UnsupportedHCOModification: {
    platform: 'kubernetes',
    provoke: `kubectl annotate hyperconverged kubevirt-hyperconverged -n {namespace} kubevirt.kubevirt.io/jsonpatch='[{"op":"add","path":"/spec/configuration/migrations/allowPostCopy","value":true}]'`,
  },
  HCOMultiArchGoldenImagesDisabled: {
    platform: 'kubernetes',
    provoke: withSpec({ featureGates: { enableMultiArchBootImageImport: false } }),
  },
  HCOGoldenImageWithNoArchitectureAnnotation: {
    platform: 'kubernetes',
    provoke: withSpec({ dataImportCronTemplates: [template('127.0.0.1:9/team/custom')] }),
  },
  HCOGoldenImageWithNoSupportedArchitecture: {
    platform: 'kubernetes',
    provoke: withSpec({
      dataImportCronTemplates: [template(fedora, 'arm64')],
      workloads: { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'amd64' } } },
    }),
  },
  ArchipelagoGoldenImageAnnotationWrong: {
    platform: 'kubernetes',
    provoke: withSpec({ dataImportCronTemplates: [template(fedora, 'amd64,arm64,ppc64le')] }),
  },
  ArchipelagoArchitectureWithoutBootImages: {
    platform: 'kubernetes',
    provoke: withSpec({
      enableCommonBootImageImport: false,
      dataImportCronTemplates: [template(fedora, 'amd64,arm64')],
    }),
  },
  HCOOperatorConditionsUnhealthy: {
    platform: 'kubernetes',
    provoke: `kubectl annotate cdi cdi-kubevirt-hyperconverged archipelago.dev/simulate='fail: no storage class'`,
    remedy: 'kubectl annotate cdi cdi-kubevirt-hyperconverged archipelago.dev/simulate-',
  },
  ArchipelagoMachineWithoutNode: {
    platform: 'kubernetes',
    provoke: created(machine({ architecture: 'ppc64le' })),
    clear: 'kubectl delete virtualmachine web -n default',
  },
  ArchipelagoDoctorCritical: {
    platform: 'kubernetes',
    provoke: 'kubectl annotate storageclass --all storageclass.kubernetes.io/is-default-class-',
  },
  ArchipelagoLayeredBuildFailing: {
    platform: 'kubernetes',
    provoke: layered('workers', '-l node-role.kubernetes.io/worker', `${exitCode}: "65"`),
    remedy: `kubectl annotate machineosconfig workers ${exitCode}-`,
    clear: 'kubectl delete machineosconfig workers --wait=false',
    names: { CONFIG: 'workers' },
  },
  ArchipelagoLayeringRolloutStalled: {
    platform: 'kubernetes',
    provoke: `${guarded}\n${layered('guarded', drained)}`,
    clear: `kubectl delete poddisruptionbudget guarded -n default
kubectl delete machineosconfig guarded --wait=false`,
    names: {
      CONFIG: 'guarded',
      'NODE-NAME': drained,
      'POD-NAME': 'guarded',
      'ITS-NAMESPACE': 'default',
    },
  },
  ArchipelagoOperatorNotReconciling: {
    platform: 'kubernetes',
    provoke: withoutRight('cdis'),
    names: { FLAGS },
  },
  SSPFailingToReconcile: {
    platform: 'kubernetes',
    provoke: 'kubectl delete rolebinding archipelago-operator -n kubevirt-os-images',
    names: { FLAGS },
  },
  ArchipelagoWatchStale: {
    platform: 'kubernetes',
    provoke: withoutRight('nodes'),
    names: { FLAGS },
    leaves: {
      'Start the operator again':
        'it is for mistakes of the operator that nobody knows, and `up` has no Deployment of it',
    },
  },
  ArchipelagoCertificateExpiring: {
    platform: 'kubernetes',
    provoke: `kubectl get role archipelago-operator -n {namespace} -o json | node -e '
const role = JSON.parse(require("fs").readFileSync(0, "utf8"));
for (const rule of role.rules) if (rule.resources.includes("secrets")) rule.verbs = ["list", "watch"];
console.log(JSON.stringify(role));' | kubectl replace -f -
kubectl patch secret archipelago-webhook-tls -n {namespace} --type=merge -p '${await expiringCertificate('127.0.0.1')}'`,
    names: { FLAGS },
  },
  ArchipelagoOperatorDown: killed,
  SSPDown: killed,
  HCOMisconfiguredDescheduler: {
    platform: 'openshift',
    provoke: created(
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: deschedulers } },
      {
        apiVersion: 'operator.openshift.io/v1',
        kind: 'KubeDescheduler',
        metadata: { name: 'cluster', namespace: deschedulers },
        spec: { mode: 'Automatic', profiles: ['LongLifecycle'] },
      },
      machine({}),
    ),
    clear: 'kubectl delete virtualmachine web -n default',
  },
  ArchipelagoOtherOperatorRuns: {
    platform: 'kubernetes',
    provoke: `kubectl create deployment hyperconverged-cluster-operator -n {namespace} --image=example/hco`,
    clear: 'kubectl delete deployment hyperconverged-cluster-operator -n {namespace}',
    // the status is the other operator's
    tells: 'endpoint',
  },
  // the doctor finds the same only where OLM has installed the operator
  HCOInstallationIncomplete: {
    platform: 'openshift',
    provoke: 'kubectl delete hyperconverged kubevirt-hyperconverged -n {namespace}',
    tells: 'endpoint',
  },
};
