import type { JsonObject } from '@archipelago/apimachinery';
import { names } from '../api/layering-names.ts';
import { resultName } from '../object-names.ts';
import { leavingNodesOf, tolerationsOf } from './build-nodes.ts';
import { type BuildPlatform, contentReference, sourceName } from './build-platform.ts';
import { builderConfinement, hostUsersFor } from './builder-confinement.ts';
import type { ObservedBuild } from './observed-build.ts';
import { loginStep, pushRegistries, pushStep } from './own-steps.ts';
import type { PlanContext } from './plan-context.ts';
import { loginSecret, podTemplate, secretVolume, toldByLog } from './pod-template.ts';
import { proxyVariables, registriesFolder, registriesMount } from './registry-settings.ts';

/** The folder is what a Containerfile may copy from, so nothing else is in it. */
const sourceItems = itemsOf(['Containerfile', 'build.sh', 'arguments']);
/** What the build must not change, although it may change its own files. */
const fetchItems = itemsOf(['fetch.sh', 'images']);

function itemsOf(keys: readonly string[]): readonly JsonObject[] {
  return keys.map((key) => ({ key, path: key }));
}

interface NamedMeta {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/**
 * The pod that builds one platform, in steps that follow one another: `login` takes the needed entries out of the pull secret,
 * `fetch` pulls with them into an empty store, `build` runs what others wrote and has no login at all, `push` brings the files that
 * it left to the registry, and runs nothing of them. Whatever a step after `build` reads, `build` cannot write, but for the
 * volume `image`, which is read with suspicion (`docs/security.md#builds`).
 */
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
      ...hostUsersFor(reading.nodesOf(architecture), placement.nodeSelector),
      ...awayFrom(leavingNodesOf(reading.nodesOf(architecture), architecture)),
      initContainers: buildSteps(context, build, platform),
      volumes: volumesOf(context, source),
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

/** OpenShift asks which of its constraints a pod is made for. */
const constraints = { 'openshift.io/required-scc': 'privileged' };

function volumesOf({ config, reading }: PlanContext, source: string): readonly JsonObject[] {
  const { deployment } = reading;
  const { basePullSecret, intermediate } = config;
  const room = { emptyDir: { sizeLimit: deployment.storeLimit } };
  return [
    { name: 'source', configMap: { name: source, items: sourceItems } },
    { name: 'fetch', configMap: { name: source, items: fetchItems } },
    { name: 'store', ...room },
    { name: 'image', ...room },
    ...(basePullSecret === undefined
      ? []
      : [secretVolume('pull', loginSecret(reading, basePullSecret)), narrowLogin]),
    secretVolume('push', loginSecret(reading, intermediate.pushSecret)),
    ...registriesMount(deployment, source).volumes,
    ...registriesMount(deployment, source, pushRegistries).volumes,
  ];
}

/** The part of the pull secret that is needed, in memory. */
const narrowLogin: JsonObject = { name: 'login-file', emptyDir: { medium: 'Memory', sizeLimit: '1Mi' } };

function buildSteps(
  context: PlanContext,
  build: ObservedBuild,
  platform: BuildPlatform,
): readonly JsonObject[] {
  const hasLogin = context.config.basePullSecret !== undefined;
  return [
    ...(hasLogin ? [loginStep(context, platform)] : []),
    builderStep(context, platform, {
      name: 'fetch',
      script: '/run/fetch/fetch.sh',
      variables: fetchVariables(platform),
      volumeMounts: [
        { name: 'fetch', mountPath: '/run/fetch', readOnly: true },
        { name: 'results', mountPath: '/run/results' },
        ...(hasLogin ? [{ name: 'login-file', mountPath: '/run/login', readOnly: true }] : []),
      ],
    }),
    builderStep(context, platform, {
      name: 'build',
      script: '/run/build/build.sh',
      variables: buildVariables(build, platform),
      volumeMounts: [{ name: 'image', mountPath: '/run/image' }],
    }),
    pushStep(context, build, platform),
  ];
}

interface BuilderStep {
  readonly name: 'fetch' | 'build';
  readonly script: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly volumeMounts: readonly JsonObject[];
}

function builderStep(
  { config, reading }: PlanContext,
  platform: BuildPlatform,
  { name, script, variables, volumeMounts }: BuilderStep,
): JsonObject {
  const common = { PLATFORM: printPlatform(platform), STORE: '/var/lib/store', REGISTRIES: registriesFolder };
  const env = Object.entries({ ...common, ...variables }).map(([key, value]) => ({ name: key, value }));
  return {
    name,
    image: reading.deployment.builderImage,
    command: ['/bin/sh', script],
    env: [...env, ...proxyVariables(reading.deployment)],
    resources: config.placements[platform.architecture].resources,
    volumeMounts: [
      { name: 'source', mountPath: '/run/build', readOnly: true },
      { name: 'store', mountPath: '/var/lib/store' },
      ...volumeMounts,
      ...registriesMount(reading.deployment, sourceName(config.name, platform)).volumeMounts,
    ],
    ...toldByLog,
    ...builderConfinement,
  };
}

function printPlatform({ architecture, variant }: BuildPlatform): string {
  return `linux/${architecture}${variant === undefined ? '' : `/${variant}`}`;
}

function fetchVariables({ architecture, base }: BuildPlatform): Readonly<Record<string, string>> {
  return { EXPECTED_ARCH: architecture, BASE: base.image, RESULTS: '/run/results' };
}

function buildVariables(build: ObservedBuild, platform: BuildPlatform): Readonly<Record<string, string>> {
  return {
    FORMAT: build.spec.format === 'OCI' ? 'oci' : 'docker',
    KEY_LABEL: names.key,
    PLATFORM_KEY: platform.key,
    BASE_DIGEST: platform.base.digest,
    TARGET: contentReference(build, platform),
    IMAGE: '/run/image',
  };
}
