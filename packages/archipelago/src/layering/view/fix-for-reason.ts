import type { LayeringWords } from './layering-words.ts';

type Fix = string | ((words: LayeringWords, config: string) => string);

/** What may be done about a reason that conditions, builds and findings give. */
const fixes: ReadonlyMap<string, Fix> = new Map<string, Fix>([
  ['NoArchitectures', 'add a node to the pool, or list spec.architectures'],
  ['UnsupportedArchitecture', 'move the node to a pool without layering'],
  ['ArchLabelMismatch', "correct the node's label kubernetes.io/arch"],
  ['NodeInSeveralPools', 'leave the node one role besides worker'],
  ['PoolMissing', 'create the MachineConfigPool, or correct spec.machineConfigPool'],
  [
    'SecretMissing',
    'kubectl create secret docker-registry in the namespace of builds, or correct the name in the config',
  ],
  ['BuildsNamespaceMissing', 'run the command of the message; docs/layering.md tells where builds are'],
  ['BuildsNamespaceEnding', 'wait until it is gone; then run the command of the message'],
  ['PermissionsMissing', 'run the command of the message'],
  [
    'ProxySecretMissing',
    'create the secret with the keys HTTP_PROXY, HTTPS_PROXY and NO_PROXY, or correct --layering-proxy-secret of the operator',
  ],
  [
    'ProxySecretUnusable',
    'add HTTP_PROXY or HTTPS_PROXY to the secret, or correct --layering-proxy-secret of the operator',
  ],
  ['SecretWithoutLogin', 'add a login for that registry to the secret, or name another repository'],
  ['PoolPaused', 'set spec.paused of the MachineConfigPool to false'],
  ['PoolDegraded', 'mend the MachineConfigPool first: its conditions tell why it is degraded'],
  ['NoRenderedConfig', 'wait until the MachineConfigPool has a rendered configuration'],
  ['NoBaseImage', 'set spec.baseImage'],
  ['BaseImageUnusable', 'push the base image anew, or name another one'],
  ['BaseImageMissing', 'push the image, or correct spec.baseImage'],
  ['BaseImageNotMultiArch', 'choose a base image that is an index with all architectures of the pool'],
  [
    'BaseImageMissingArchitecture',
    'choose a base image that has the architecture, or leave it out of spec.architectures',
  ],
  ['BaseImageWrongArchitecture', 'choose a base image for the architecture of the nodes'],
  ['PullDenied', 'correct the login in the secret that spec.baseImagePullSecret or spec.intermediate names'],
  [
    'PushDenied',
    'correct the login in the secret of spec.renderedImagePushSecret; the build is then retried by itself',
  ],
  [
    'SecretUnusable',
    'name a secret of type kubernetes.io/dockerconfigjson, as kubectl create secret docker-registry makes it',
  ],
  ['RegistryUnavailable', 'nothing: the registry is asked again'],
  ['Resolving', 'wait: a registry is being asked'],
  ['BadContainerfile', 'correct the Containerfile in spec.containerFile'],
  [
    'ForeignPlatform',
    'leave the platform away: the base image of each architecture is chosen by the operator',
  ],
  ['ArchitectureInText', 'write an entry of its own for the architecture into spec.containerFile'],
  ['ShortImageName', 'write the registry before the name of the image'],
  ['NoContainerfile', 'add an entry for the architecture, or one for NoArch, to spec.containerFile'],
  ['UnusedContainerfile', 'nothing: the entry waits for a node of its architecture'],
  ['KernelTypeUnsupported', 'set spec.unsupportedKernel to Skip, or choose another kernel type'],
  ['ArchitectureLeft', 'nothing; or add a node of the architecture, or list it in spec.architectures'],
  [
    'NoNodeForArchitecture',
    'add a node of the architecture, or make one ready; the build is then retried by itself',
  ],
  [
    'NoRoomForBuild',
    ({ retry }, config) => `make room on a node of the architecture, then ${retry(config)}; or add a node`,
  ],
  [
    'PlatformFailed',
    ({ log, retry }, config) => `look at ${log(config)}, correct the cause, then ${retry(config)}`,
  ],
  [
    'AssemblyFailed',
    ({ assemblyLog, retry }, config) => `look at ${assemblyLog(config)}, then ${retry(config)}`,
  ],
  ['VerificationFailed', ({ rebuild }, config) => `find out who pushed the image; then ${rebuild(config)}`],
  ['LogNotKept', ({ log }, config) => `look at ${log(config)} while the pod is there`],
  ['JobDeleted', ({ retry }, config) => retry(config)],
  ['NotBuilt', 'see the other conditions; the operator must be running'],
  [
    'RolloutStopped',
    'mend the node; on OpenShift the rollout then goes on, elsewhere with kubectl annotate node NODE layering.archipelago.dev/rollout-step-',
  ],
  ['NoAgent', 'install the agent of docs/layering.md on these nodes, or roll the image out yourself'],
  ['RolloutOff', 'roll the image out yourself, or start the operator with --layering-rollout'],
  [
    'NotHandedOver',
    'name a pool of the Machine Config Operator in spec.machineConfigPool, or roll the image out yourself',
  ],
  ['MachineConfigTaken', 'delete that MachineConfig, or set spec.rollout.mode to Manual'],
  ['RolloutManual', 'roll the image out yourself, or set spec.rollout.mode to Automatic'],
  ['NodesHeld', 'wait for a build with the architecture, or add it to spec.architectures'],
  ['NoImageForArchitecture', 'wait for a build with this architecture, or add it to spec.architectures'],
]);

/** What to do about it; undefined: nothing that is known, or nothing at all. */
export function fixForReason(reason: string, config: string, words: LayeringWords): string | undefined {
  const fix = fixes.get(reason);
  return typeof fix === 'function' ? fix(words, config) : fix;
}
