import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { hyperConvergedName, hyperConvergedType } from '../../../../api/hyper-converged-kind.ts';
import type { Inputs } from '../../../../cluster-facts/inputs.ts';
import { admissionDefaults } from '../../../../config/admission-defaults.ts';
import { deriveFacts } from '../../../../config/derive-facts.ts';
import { settings } from '../../../../config/settings.ts';
import { structure } from '../../../../config/structure.ts';
import { plainData } from '../../../text/plain-data.ts';
import { printYaml } from '../../../text/print-yaml.ts';

/**
 * A HyperConverged as people would keep it in Git, as YAML: without status and what programs write, and without values that would be the same if
 * nobody had written them. Servers store defaults, too, so that those cannot be told from what people wrote.
 */
export function manifestOf(object: JsonObject, inputs: Inputs): string {
  const { labels, annotations, ...metadata } = objectAt(object, 'metadata');
  const { app: _ours, ...ownLabels } = objectAt(labels);
  const { [ofKubectl]: _applied, ...ownAnnotations } = objectAt(annotations);
  const manifest = {
    ...hyperConvergedType,
    metadata: {
      name: hyperConvergedName,
      namespace: textAt(metadata, 'namespace'),
      ...(hasMembers(ownLabels) ? { labels: ownLabels } : {}),
      ...(hasMembers(ownAnnotations) ? { annotations: ownAnnotations } : {}),
    },
    spec: withoutSame(objectAt(object, 'spec'), defaultSpec(object, inputs)),
  };
  return printYaml(plainData(manifest));
}

const ofKubectl = 'kubectl.kubernetes.io/last-applied-configuration';

/** The spec as it would be stored if it said nothing. */
function defaultSpec(object: JsonObject, { facts }: Inputs): JsonObject {
  const { object: empty } = structure({ ...object, spec: {} }, undefined);
  const placement = valueAt(object, 'spec', 'workloads', 'nodePlacement');
  return admissionDefaults(settings, objectAt(empty, 'spec'), deriveFacts(facts, placement));
}

/** Members that are otherwise than in `other`; an object of which nothing is left goes, too. */
function withoutSame(value: JsonObject, other: JsonObject): JsonObject {
  const members = Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
    const same = valueAt(other, name);
    if (member === undefined || jsonEqual(member, same)) return [];
    if (!isJsonObject(member) || !isJsonObject(same)) return [[name, member]];
    const left = withoutSame(member, same);
    return hasMembers(left) ? [[name, left]] : [];
  });
  return Object.fromEntries(members);
}

function hasMembers(object: JsonObject): boolean {
  return Object.keys(object).length > 0;
}
