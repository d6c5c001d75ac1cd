import { readFileSync } from 'node:fs';
import {
  admitObject,
  checkCustomResourceDefinition,
  checkRules,
  compileSchema,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  parseStructuralSchema,
  ruleEngine,
} from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { printFieldRefusal } from './check-against-schema.ts';
import { layeringDefinitions } from './layering-definitions.ts';
import { machineConfigGroup, names, ownGroup } from './layering-names.ts';
import { parseMachineOsConfig } from './parse-machine-os-config.ts';

const example = (name: string): KubernetesObject =>
  parse(readFileSync(new URL(`../../../../../examples/${name}.yaml`, import.meta.url), 'utf8'));
const heterogeneous = example('machineosconfig-heterogeneous');

const base: JsonObject = {
  machineConfigPool: { name: 'edge' },
  imageBuilder: { imageBuilderType: 'Job' },
  renderedImagePushSecret: { name: 'push' },
  renderedImagePushSpec: 'registry.example.com/os/edge:latest',
};

function config(spec: JsonObject, metadata: JsonObject = {}): KubernetesObject {
  return {
    apiVersion: `${machineConfigGroup}/v1`,
    kind: 'MachineOSConfig',
    metadata: { name: 'edge', ...metadata } as KubernetesObject['metadata'],
    spec,
  };
}

function schemaOfKind(index: number) {
  const definition = layeringDefinitions(machineConfigGroup)[index] as {
    spec: { versions: { schema: { openAPIV3Schema: JsonValue } }[] };
  };
  const parsed = parseStructuralSchema(definition.spec.versions[0]?.schema.openAPIV3Schema);
  if (!parsed.ok) throw new Error(parsed.error);
  return compileSchema(parsed.schema, { rules: ruleEngine });
}
const [configSchema, buildSchema] = [schemaOfKind(0), schemaOfKind(1)];

function admit(schema: typeof configSchema, object: KubernetesObject, oldObject?: KubernetesObject) {
  const request = { object: object as JsonValue, root: 'resource' as const };
  const admitted = admitObject(
    schema,
    oldObject === undefined ? request : { ...request, oldObject: oldObject as JsonValue },
  );
  return admitted.errors.map(({ field, detail }) => `${field}: ${detail}`);
}

function refusalsOf(object: KubernetesObject): readonly string[] {
  const parsed = parseMachineOsConfig(object);
  return parsed.ok ? [] : parsed.refusals.map(printFieldRefusal);
}

describe('definitions', () => {
  test.each([machineConfigGroup, ownGroup] as const)('are accepted by an API server: %s', (group) => {
    for (const definition of layeringDefinitions(group)) {
      const checked = checkCustomResourceDefinition(definition, { rules: ruleEngine, checkRules });
      expect(checked).toEqual({ errors: [], warnings: [] });
    }
  });

  test('are those under generated/', () => {
    for (const group of [machineConfigGroup, ownGroup] as const)
      for (const definition of layeringDefinitions(group)) {
        const { metadata } = definition as { metadata: { name: string } };
        const file = new URL(`../../../../../generated/crds/${metadata.name}.yaml`, import.meta.url);
        expect(parse(readFileSync(file, 'utf8'))).toEqual(
          parse(stringify(definition, { aliasDuplicateObjects: false })),
        );
      }
  });

  test('a build that has failed stays so', () => {
    const build = (status: string, message: string) => ({
      ...config({}),
      kind: 'MachineOSBuild',
      spec: {
        machineOSConfig: { name: 'edge' },
        renderedImagePushSpec: 'registry.example.com/os:x',
        intermediateRepository: 'registry.example.com/os',
        buildKey: 'a'.repeat(64),
        retry: 0,
        format: 'OCI',
        publish: 'Index',
        platforms: [],
      },
      status: {
        conditions: [
          { type: 'Failed', status, reason: 'X', message, lastTransitionTime: '2026-11-21T00:00:00Z' },
        ],
      },
    });
    expect(admit(buildSchema, build('False', 'b'), build('False', 'a'))).toEqual([]);
    expect(admit(buildSchema, build('True', 'b'), build('True', 'a')).join()).toContain(
      'a retry is a new build',
    );
  });
});

describe('parseMachineOsConfig', () => {
  test.each(['machineosconfig-heterogeneous', 'machineosconfig-plain-kubernetes'])('reads %s', (name) => {
    expect(refusalsOf(example(name))).toEqual([]);
    expect(admit(configSchema, example(name))).toEqual([]);
  });

  test('fills in what the schema would', () => {
    const parsed = parseMachineOsConfig(heterogeneous);
    if (!parsed.ok) throw new Error();
    const { placements, intermediate, containerfiles, attempts, maxParallel, repository } = parsed.config;
    expect({ intermediate, attempts, maxParallel, repository }).toEqual({
      intermediate: {
        repository: 'images.example.internal:5000/builds/edge',
        pushSecret: 'intermediate-push',
        pullSecret: 'intermediate-pull',
      },
      attempts: 3,
      maxParallel: 2,
      repository: 'registry.example.com/os/edge',
    });
    expect(Object.keys(containerfiles)).toEqual(['NoArch', 'ARM64']);
    expect(placements.arm64.tolerations).toHaveLength(1);
    expect(placements.amd64.tolerations).toHaveLength(0);
  });

  test('takes all five entries, in any order', () => {
    const entries = ['NoArch', 'ARM64', 'AMD64', 'PPC64LE', 'S390X'].map((containerfileArch) => ({
      containerfileArch,
      content: `FROM configs\n# ${containerfileArch}`,
    }));
    expect(refusalsOf(config({ ...base, containerFile: entries }))).toEqual([]);
    expect(admit(configSchema, config({ ...base, containerFile: entries }))).toEqual([]);
  });

  const { machineConfigPool: _, ...withoutPool } = base;
  const refusedSpecs: readonly (readonly [string, JsonObject, string])[] = [
    [
      'no pool',
      withoutPool,
      'spec.machineConfigPool "nothing": is missing, as is spec.nodeSelector; say whose',
    ],
    [
      'labels without base',
      { ...withoutPool, nodeSelector: { a: 'b' } },
      'spec.baseImage "nothing": is needed',
    ],
    [
      'both',
      { ...base, nodeSelector: { a: 'b' } },
      'is named besides spec.nodeSelector; keep one of the two',
    ],
    [
      'other pool',
      { ...base, machineConfigPool: { name: 'other' } },
      'metadata.name "edge": is not the name of the pool other',
    ],
    [
      'no tag',
      { ...base, renderedImagePushSpec: 'registry.example.com/os' },
      'is no repository with a tag; write host[:port]/path/name:tag',
    ],
    ['no host', { ...base, renderedImagePushSpec: 'os/name:latest' }, 'is no repository with a tag'],
    [
      'builder',
      { ...base, imageBuilder: { imageBuilderType: 'Pod' } },
      'spec.imageBuilder.imageBuilderType "Pod": is not one of the words known; write one of Job',
    ],
    [
      'architecture',
      { ...base, architectures: ['riscv64'] },
      'spec.architectures[0] "riscv64": is not one of the words known; write one of amd64, arm64, ppc64le, s390x',
    ],
    [
      'twice',
      { ...base, containerFile: [{ content: 'a' }, { containerfileArch: 'NoArch', content: 'b' }] },
      'spec.containerFile[1].containerfileArch "NoArch": stands there twice; keep one entry of it',
    ],
    [
      'huge',
      { ...base, containerFile: [{ content: 'x'.repeat(5000) }] },
      'spec.containerFile[0].content "5000 characters": has more than 4096 characters; keep 4096 at most',
    ],
    [
      'pinned elsewhere',
      { ...base, build: { nodeSelector: { 'kubernetes.io/arch': 'amd64' } } },
      'spec.build.nodeSelector[kubernetes.io/arch] "amd64": would send builds of other architectures',
    ],
    [
      'attempts',
      { ...base, build: { attempts: 0 } },
      'spec.build.attempts "0": is too small; write 1 or more',
    ],
    [
      'type',
      { ...base, containerFile: 'FROM x' },
      'spec.containerFile "FROM x": is not a list; write a list',
    ],
    [
      'secret',
      { ...base, renderedImagePushSecret: { name: '../x' } },
      'spec.renderedImagePushSecret.name "../x": does not have the form needed',
    ],
  ];
  test.each(refusedSpecs)('refuses, as the API server does: %s', (_name, spec, message) => {
    expect(refusalsOf(config(spec)).join('\n')).toContain(message);
    expect(admit(configSchema, config(spec))).not.toEqual([]);
  });

  test('refuses what is no spec, and foreign kinds', () => {
    expect(refusalsOf({ ...config({}), spec: 'x' }).join()).toContain('spec "x": is not an object');
    expect(refusalsOf({ ...config(base), kind: 'Pod' }).join()).toContain('is no MachineOSConfig');
    const hostile = JSON.parse('{"__proto__": {"imageBuilder": 1}, "constructor": 3}') as JsonObject;
    expect(refusalsOf(config(hostile)).length).toBeGreaterThan(0);
  });

  test('reads requests from annotations', () => {
    const annotations = {
      [names.retry]: 'arm64',
      [names.knownRebuild]: '',
      [names.rebuilds]: 'arm64=2,nonsense=1,amd64=x',
    };
    const parsed = parseMachineOsConfig(config(base, { annotations }));
    if (!parsed.ok) throw new Error();
    const { retry, rebuild, rebuilds } = parsed.config;
    expect({ retry, rebuild, rebuilds }).toEqual({
      retry: ['arm64'],
      rebuild: 'all',
      rebuilds: { arm64: 2 },
    });
    expect(refusalsOf(config(base, { annotations: { [names.retry]: 'arm' } })).join()).toContain(
      'names something that is no architecture; write all, or some of amd64,arm64,ppc64le,s390x',
    );
  });

  test('leaves out a status that is none', () => {
    const parsed = parseMachineOsConfig({ ...config(base), status: { architectures: 7 } });
    expect(parsed.ok && isJsonObject(parsed.config.status) && parsed.config.status).toEqual({});
  });
});

describe('where the builds of each architecture run', () => {
  const given = (build: JsonObject) => {
    const parsed = parseMachineOsConfig(config({ ...base, build }));
    if (!parsed.ok) throw new Error(parsed.refusals.map(printFieldRefusal).join());
    return parsed.config.placements;
  };
  const standard = {
    nodeSelector: {},
    tolerations: [],
    resources: { requests: { cpu: '1', memory: '1Gi', 'ephemeral-storage': '20Gi' } },
    variant: undefined,
    buildArguments: {},
  };

  test.each(['amd64', 'arm64', 'ppc64le', 's390x'] as const)('%s has its own entry', (architecture) => {
    const own = { architecture, nodeSelector: { a: 'own' }, buildArguments: { B: '2' } };
    const placements = given({
      nodeSelector: { a: 'all', b: 'all' },
      buildArguments: { A: '1', B: '1' },
      perArchitecture: [own],
    });
    const all = { ...standard, nodeSelector: { a: 'all', b: 'all' }, buildArguments: { A: '1', B: '1' } };
    expect(placements).toEqual({
      amd64: all,
      arm64: all,
      ppc64le: all,
      s390x: all,
      [architecture]: {
        ...standard,
        nodeSelector: { a: 'own', b: 'all' },
        buildArguments: { A: '1', B: '2' },
      },
    });
  });
});
