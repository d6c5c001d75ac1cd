import type { JsonObject } from '@archipelago/apimachinery';

/** A column of `kubectl get`, as a CustomResourceDefinition declares it. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly jsonPath: string;
  readonly description?: string;
}

/** A kind the sandbox serves beside the built-in ones: what its CustomResourceDefinition is made of. */
export interface ResourceDefinition {
  readonly group: string;
  /** The one version served: the one its system stores. */
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  /** The kind in lower case when absent. */
  readonly singular?: string;
  readonly shortNames: readonly string[];
  readonly inCategoryAll: boolean;
  /** Others than `all`; none when absent. */
  readonly categories?: readonly string[];
  /** A group of Kubernetes' own: where its API was approved (annotation api-approved.kubernetes.io). */
  readonly approvedBy?: string;
  readonly namespaced: boolean;
  /** Whether `/status` is a resource of its own; without it status is written like any field. */
  readonly statusSubresource: boolean;
  readonly columns: readonly PrinterColumn[];
  /** Schema of the members beside apiVersion, kind and metadata. */
  readonly members: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
  /** CEL rules over the whole object (`x-kubernetes-validations`); none when absent. */
  readonly rules?: readonly JsonObject[];
}

/** A member whose content nobody checks. */
export const openObject: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

/** spec and status, neither checked. */
export const openMembers: Readonly<Record<string, JsonObject>> = { spec: openObject, status: openObject };

export const ageColumn: PrinterColumn = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
};

export const phaseColumn: PrinterColumn = { name: 'Phase', type: 'string', jsonPath: '.status.phase' };

const approval = 'api-approved.kubernetes.io';

/** The CustomResourceDefinition (apiextensions.k8s.io/v1) of a kind. */
export function customResourceDefinition(definition: ResourceDefinition): JsonObject {
  const { group, kind, plural, approvedBy } = definition;
  const categories = [...(definition.inCategoryAll ? ['all'] : []), ...(definition.categories ?? [])];
  const annotations = approvedBy === undefined ? {} : { annotations: { [approval]: approvedBy } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, ...annotations },
    spec: {
      group,
      scope: definition.namespaced ? 'Namespaced' : 'Cluster',
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular: definition.singular ?? kind.toLowerCase(),
        ...(definition.shortNames.length === 0 ? {} : { shortNames: definition.shortNames }),
        ...(categories.length === 0 ? {} : { categories }),
      },
      versions: [servedVersion(definition)],
    },
  };
}

function servedVersion(definition: ResourceDefinition) {
  const { version, columns, members, required, statusSubresource, rules = [] } = definition;
  return {
    name: version,
    served: true,
    storage: true,
    ...(statusSubresource ? { subresources: { status: {} } } : {}),
    ...(columns.length === 0 ? {} : { additionalPrinterColumns: columns.map((column) => ({ ...column })) }),
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          apiVersion: { type: 'string' },
          kind: { type: 'string' },
          metadata: { type: 'object' },
          ...members,
        },
        ...(required.length === 0 ? {} : { required }),
        ...(rules.length === 0 ? {} : { 'x-kubernetes-validations': rules }),
      },
    },
  };
}
