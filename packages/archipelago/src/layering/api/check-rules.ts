import type { KubernetesObject } from '@archipelago/apimachinery';
import { architectures } from '../../api/architectures.ts';
import { requestOf } from './architecture-request.ts';
import { type FieldRefusal, refused } from './check-against-schema.ts';
import { names } from './layering-names.ts';
import type { MachineOsConfigSpec } from './machine-os-config-schema.ts';
import { isPushSpec } from './push-spec.ts';

/** What the rules of the definition say, and what no schema can: annotations. */
export function checkRules(object: KubernetesObject, spec: MachineOsConfigSpec): readonly FieldRefusal[] {
  return [
    ...checkMembers(object, spec),
    ...checkPushSpec(spec),
    ...checkPlacement(spec),
    ...checkAnnotations(object),
  ];
}

function checkMembers({ metadata }: KubernetesObject, spec: MachineOsConfigSpec): readonly FieldRefusal[] {
  const { machineConfigPool: pool, nodeSelector, baseImage } = spec;
  const field = 'spec.machineConfigPool';
  if (pool !== undefined) {
    const other = `is not the name of the pool ${pool.name}, which has one MachineOSConfig`;
    return [
      ...(nodeSelector === undefined
        ? []
        : [refused(field, pool.name, 'is named besides spec.nodeSelector', 'keep one of the two')]),
      ...(pool.name === metadata.name
        ? []
        : [refused('metadata.name', metadata.name, other, `name it ${pool.name}`)]),
    ];
  }
  return [
    ...(nodeSelector === undefined
      ? [refused(field, undefined, 'is missing, as is spec.nodeSelector', 'say whose nodes get the image')]
      : []),
    ...(baseImage === undefined
      ? [
          refused(
            'spec.baseImage',
            undefined,
            'is needed where no pool has one',
            'name the image to start from',
          ),
        ]
      : []),
  ];
}

function checkPushSpec({ renderedImagePushSpec: target }: MachineOsConfigSpec): readonly FieldRefusal[] {
  const fix = 'write host[:port]/path/name:tag';
  return isPushSpec(target)
    ? []
    : [refused('spec.renderedImagePushSpec', target, 'is no repository with a tag', fix)];
}

const chosenByUs = ['kubernetes.io/arch', 'kubernetes.io/os'];

function checkPlacement({ build = {} }: MachineOsConfigSpec): readonly FieldRefusal[] {
  const selectors = [build.nodeSelector, ...(build.perArchitecture ?? []).map((one) => one.nodeSelector)];
  return selectors
    .flatMap((labels) => Object.entries(labels ?? {}))
    .filter(([key]) => chosenByUs.includes(key))
    .map(([key, value]) =>
      refused(
        `spec.build.nodeSelector[${key}]`,
        value,
        'would send builds of other architectures to nodes that cannot run them',
        'leave it out: each build is sent to its architecture',
      ),
    );
}

function checkAnnotations({ metadata }: KubernetesObject): readonly FieldRefusal[] {
  return [names.retry, names.rebuild].flatMap((key) => {
    const value = metadata.annotations?.[key];
    if (value === undefined || requestOf(value) !== undefined) return [];
    const fix = `write all, or some of ${architectures.join(',')}`;
    return [refused(`metadata.annotations[${key}]`, value, 'names something that is no architecture', fix)];
  });
}
