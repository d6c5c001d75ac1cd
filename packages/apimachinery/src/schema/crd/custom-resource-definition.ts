import type { JsonValue } from '../../api/json-value.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';

/** The part of a CustomResourceDefinition (apiextensions/v1) that can be wrong, with the API server's defaults. */
export interface CustomResourceDefinition {
  readonly name: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly group: string;
  readonly scope: string;
  readonly names: ResourceNames;
  readonly preserveUnknownFields: boolean;
  readonly conversion: Conversion | undefined;
  readonly versions: readonly DefinedVersion[];
  /** False when the field is absent or null, which errors show otherwise than an empty list. */
  readonly givesVersions: boolean;
}

export interface ResourceNames {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

export interface Conversion {
  readonly strategy: string;
  readonly clientConfig: ClientConfig | undefined;
  readonly reviewVersions: readonly string[];
}

export interface ClientConfig {
  readonly url: string | undefined;
  readonly service: ServiceReference | undefined;
}

export interface ServiceReference {
  readonly name: string;
  readonly namespace: string;
  readonly path: string | undefined;
  readonly port: number;
}

export interface DefinedVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated: boolean;
  readonly deprecationWarning: string | undefined;
  readonly schema: StructuralSchema | undefined;
  readonly hasStatus: boolean;
  readonly scale: Scale | undefined;
  readonly columns: readonly PrinterColumn[];
  readonly selectableFields: readonly string[];
  /** What is lifted from the versions to the spec when all have the same. */
  readonly raw: Readonly<Record<SharedPart, JsonValue>>;
}

/** Parts of versions that errors place in the spec when all versions have the same. */
export type SharedPart = 'schema' | 'subresources' | 'additionalPrinterColumns' | 'selectableFields';

export interface Scale {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath: string;
}

export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly jsonPath: string;
}
