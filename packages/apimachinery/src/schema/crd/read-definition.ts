import type { JsonObject, JsonValue } from '../../api/json-value.ts';
import { parseStructuralSchema } from '../structural/parse-structural-schema.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';
import type {
  ClientConfig,
  Conversion,
  CustomResourceDefinition,
  DefinedVersion,
  PrinterColumn,
  ResourceNames,
  Scale,
} from './custom-resource-definition.ts';
import { Mismatch, ObjectReader } from './object-reader.ts';

type ReadDefinition =
  | { readonly ok: true; readonly definition: CustomResourceDefinition }
  | { readonly ok: false; readonly error: string };

const start = 'CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: ';

/** Reads a CustomResourceDefinition and fills in its defaults; wrong types are an error (HTTP 400). */
export function readDefinition(value: JsonValue): ReadDefinition {
  try {
    return { ok: true, definition: read(new ObjectReader(value, 'CustomResourceDefinition')) };
  } catch (error) {
    if (error instanceof Mismatch) return { ok: false, error: start + error.message };
    throw error;
  }
}

function read(root: ObjectReader): CustomResourceDefinition {
  const metadata = root.object('metadata');
  const spec = root.object('spec');
  return {
    name: metadata.text('name'),
    annotations: metadata.texts('annotations'),
    group: spec.text('group'),
    scope: spec.text('scope'),
    names: readNames(spec.object('names')),
    preserveUnknownFields: spec.flag('preserveUnknownFields'),
    conversion: spec.has('conversion') ? readConversion(spec.object('conversion')) : undefined,
    versions: spec.objects('versions').map(readVersion),
    givesVersions: spec.has('versions'),
  };
}

function readNames(names: ObjectReader): ResourceNames {
  const kind = names.text('kind');
  return {
    plural: names.text('plural'),
    singular: names.text('singular') || kind.toLowerCase(),
    kind,
    listKind: names.text('listKind') || (kind === '' ? '' : `${kind}List`),
    shortNames: names.list('shortNames'),
    categories: names.list('categories'),
  };
}

function readConversion(conversion: ObjectReader): Conversion {
  const webhook = conversion.object('webhook');
  return {
    strategy: conversion.text('strategy'),
    clientConfig: webhook.has('clientConfig') ? readClient(webhook.object('clientConfig')) : undefined,
    reviewVersions: webhook.list('conversionReviewVersions'),
  };
}

function readClient(config: ObjectReader): ClientConfig {
  const service = config.object('service');
  return {
    url: config.has('url') ? config.text('url') : undefined,
    service: config.has('service')
      ? {
          name: service.text('name'),
          namespace: service.text('namespace'),
          path: service.has('path') ? service.text('path') : undefined,
          port: service.has('port') ? service.number('port') : 443,
        }
      : undefined,
  };
}

function readVersion(version: ObjectReader): DefinedVersion {
  const subresources = version.object('subresources');
  return {
    name: version.text('name'),
    served: version.flag('served'),
    storage: version.flag('storage'),
    deprecated: version.flag('deprecated'),
    deprecationWarning: version.has('deprecationWarning') ? version.text('deprecationWarning') : undefined,
    schema: readSchema(version.object('schema').value),
    hasStatus: subresources.has('status'),
    scale: subresources.has('scale') ? readScale(subresources.object('scale')) : undefined,
    columns: version.objects('additionalPrinterColumns').map(readColumn),
    selectableFields: version.objects('selectableFields').map((field) => field.text('jsonPath')),
    raw: rawParts(version.value),
  };
}

function readSchema(value: JsonObject): StructuralSchema | undefined {
  const schema = value.openAPIV3Schema;
  if (schema === undefined || schema === null) return undefined;
  const where = 'JSONSchemaProps.spec.versions.schema.openAPIV3Schema';
  const parsed = parseStructuralSchema(schema, where);
  if (!parsed.ok) throw new Mismatch(parsed.error);
  return parsed.schema;
}

function rawParts(version: JsonObject): DefinedVersion['raw'] {
  const { schema = null, subresources = null, additionalPrinterColumns, selectableFields } = version;
  return {
    schema,
    subresources,
    additionalPrinterColumns: additionalPrinterColumns ?? [],
    selectableFields: selectableFields ?? [],
  };
}

function readScale(scale: ObjectReader): Scale {
  return {
    specReplicasPath: scale.text('specReplicasPath'),
    statusReplicasPath: scale.text('statusReplicasPath'),
    labelSelectorPath: scale.text('labelSelectorPath'),
  };
}

function readColumn(column: ObjectReader): PrinterColumn {
  return {
    name: column.text('name'),
    type: column.text('type'),
    format: column.text('format'),
    jsonPath: column.text('jsonPath'),
  };
}
