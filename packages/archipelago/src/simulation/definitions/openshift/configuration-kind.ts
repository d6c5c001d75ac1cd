import type { JsonObject } from '@archipelago/apimachinery';
import {
  openMembers,
  type PrinterColumn,
  type ResourceDefinition,
} from '../declaration/resource-definition.ts';
import { simulatedAnnotation } from '../declaration/simulated.ts';

/** One kind of OpenShift's cluster configuration, and the object every cluster has of it. */
export interface ConfigurationKind {
  readonly definition: ResourceDefinition;
  readonly instance: JsonObject;
}

interface Content {
  readonly spec: JsonObject;
  readonly status?: JsonObject;
  readonly columns?: readonly PrinterColumn[];
  /** `cluster` when absent. */
  readonly name?: string;
}

/** A kind of config.openshift.io/v1: cluster scoped, with one object. */
export function configurationKind(kind: string, plural: string, content: Content): ConfigurationKind {
  const group = 'config.openshift.io';
  const version = 'v1';
  return {
    definition: {
      group,
      version,
      kind,
      plural,
      shortNames: [],
      inCategoryAll: false,
      namespaced: false,
      statusSubresource: true,
      columns: content.columns ?? [],
      members: openMembers,
      required: ['spec'],
    },
    instance: {
      apiVersion: `${group}/${version}`,
      kind,
      metadata: { name: content.name ?? 'cluster', annotations: { [simulatedAnnotation]: 'true' } },
      spec: content.spec,
      ...(content.status === undefined ? {} : { status: content.status }),
    },
  };
}
