import type { JsonObject } from '@archipelago/apimachinery';
import { names } from '../api/layering-names.ts';
import { resultName } from '../object-names.ts';
import { leavingNodesOf, tolerationsOf } from './build-nodes.ts';
import { type BuildPlatform, contentReference, sourceName } from './build-platform.ts';
import type { ObservedBuild } from './observed-build.ts';
import type { PlanContext } from './plan-context.ts';
import { podTemplate, secretVolume, toldByLog } from './pod-template.ts';
import { proxyVariables, registriesFolder, registriesMount } from './registry-settings.ts';

/** The folder is what a Containerfile may copy from, so nothing else is in it. */
const sourceItems = ['Containerfile', 'build.sh', 'arguments'].map((key) => ({ key, path: key }));

interface NamedMeta {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The pod that builds one platform: buildah with an empty store of its own, then the report. */
export function buildTemplate(
  context: PlanContext,
  build: ObservedBuild,
  platform: BuildPlatform,
  meta: NamedMeta,
): JsonObject {
  const { config, reading } = context;
  const { architecture } = platform;
  const placement = config.placements[architecture];
  const source = sourceName(config.name, platform);
  const annotations = { ...meta.annotations, ...constraints };
  return podTemplate(
    reading.deployment,
    { ...meta, annotations },
    {
      nodeSelector: {
        ...placement.nodeSelector,
        'kubernetes.io/arch': architecture,
        'kubernetes.io/os': 'linux',
      },
      tolerations: tolerationsOf(placement).map((toleration) => ({ ...toleration })),
      ...awayFrom(leavingNodesOf(reading.nodesOf(architecture), architecture)),
      initContainers: [builderContainer(context, build, platform)],
      volumes: [
        { name: 'source', configMap: { name: source, items: sourceItems } },
        { name: 'store', emptyDir: {} },
        secretVolume('pull', config.basePullSecret),
        secretVolume('push', config.intermediate.pushSecret),
        ...registriesMount(reading.deployment, source).volumes,
      ],
      result: resultName(meta.name),
    },
  );
}

/** More names say little more: there are other nodes then. */
const mostAvoided = 100;

/** Where a pod would soon be put off its node, it goes last. */
function awayFrom(nodes: readonly string[]): { readonly affinity?: JsonObject } {
  if (nodes.length === 0) return {};
  // a field may be compared with one name only
  const matchFields = nodes
    .slice(0, mostAvoided)
    .map((name) => ({ key: 'metadata.name', operator: 'NotIn', values: [name] }));
  const preferred = [{ weight: 100, preference: { matchFields } }];
  return { affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } } };
}

/** buildah mounts and unmounts for each step: that is what these are for, and what a container may not do without them. */
const building: JsonObject = {
  securityContext: {
    runAsUser: 0,
    capabilities: { add: ['SETFCAP', 'SYS_ADMIN'] },
    seccompProfile: { type: 'Unconfined' },
    appArmorProfile: { type: 'Unconfined' },
  },
};

/** OpenShift asks which of its constraints a pod is made for. */
const constraints = { 'openshift.io/required-scc': 'privileged' };

function builderContainer(
  { config, reading }: PlanContext,
  build: ObservedBuild,
  platform: BuildPlatform,
): JsonObject {
  return {
    name: 'build',
    image: reading.deployment.builderImage,
    command: ['/bin/sh', '/run/build/build.sh'],
    env: [...buildEnvironment(build, platform), ...proxyVariables(reading.deployment)],
    resources: config.placements[platform.architecture].resources,
    volumeMounts: [
      { name: 'source', mountPath: '/run/build', readOnly: true },
      { name: 'store', mountPath: '/var/lib/store' },
      { name: 'results', mountPath: '/run/results' },
      { name: 'pull', mountPath: '/run/secrets/pull', readOnly: true },
      { name: 'push', mountPath: '/run/secrets/push', readOnly: true },
      ...registriesMount(reading.deployment, sourceName(config.name, platform)).volumeMounts,
    ],
    ...toldByLog,
    ...building,
  };
}

function buildEnvironment(build: ObservedBuild, platform: BuildPlatform): readonly JsonObject[] {
  const { architecture, variant, key, base } = platform;
  const values: Readonly<Record<string, string>> = {
    EXPECTED_ARCH: architecture,
    PLATFORM: `linux/${architecture}${variant === undefined ? '' : `/${variant}`}`,
    FORMAT: build.spec.format === 'OCI' ? 'oci' : 'docker',
    KEY_LABEL: names.key,
    PLATFORM_KEY: key,
    BASE_DIGEST: base.digest,
    TARGET: contentReference(build, platform),
    STORE: '/var/lib/store',
    RESULTS: '/run/results',
    REGISTRIES: registriesFolder,
  };
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
