import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../api/json-value.ts';
import { definitionWith, refusalsOf } from './refusals-of.test-support.ts';

describe('reading', () => {
  test.each<[string, JsonObject, readonly string[]]>([
    [
      'group 5',
      definitionWith({ group: 5 }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.group of type string',
      ],
    ],
    [
      'scope {}',
      definitionWith({ scope: {} }),
      [
        'json: cannot unmarshal object into Go struct field CustomResourceDefinition.spec.scope of type string',
      ],
    ],
    [
      "names 'x'",
      definitionWith({ names: 'x' }),
      ['json: cannot unmarshal string into Go struct field CustomResourceDefinition.spec.names of type …'],
    ],
    [
      'names { plural: 5 }',
      definitionWith({ names: { plural: 5 } }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.names.plural of type string',
      ],
    ],
    [
      "names { shortNames: 'x' }",
      definitionWith({ names: { shortNames: 'x' } }),
      [
        'json: cannot unmarshal string into Go struct field CustomResourceDefinition.spec.names.shortNames of type []string',
      ],
    ],
    [
      'names { shortNames: [5] }',
      definitionWith({ names: { shortNames: [5] } }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.names.shortNames of type string',
      ],
    ],
    [
      "names { kind: 'Widget', plural: 'widgets', categories: [null, 'a'] }",
      definitionWith({ names: { kind: 'Widget', plural: 'widgets', categories: [null, 'a'] } }),
      [
        "spec.names.categories[0]: Invalid value: \"\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [
      "preserveUnknownFields 'x'",
      definitionWith({ preserveUnknownFields: 'x' }),
      [
        'json: cannot unmarshal string into Go struct field CustomResourceDefinition.spec.preserveUnknownFields of type bool',
      ],
    ],
    [
      "conversion 'x'",
      definitionWith({ conversion: 'x' }),
      [
        'json: cannot unmarshal string into Go struct field CustomResourceDefinition.spec.conversion of type …',
      ],
    ],
    [
      'conversion { strategy: 5 }',
      definitionWith({ conversion: { strategy: 5 } }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.conversion.strategy of type string',
      ],
    ],
    [
      'conversion { webhook: [] }',
      definitionWith({ conversion: { webhook: [] } }),
      [
        'json: cannot unmarshal array into Go struct field CustomResourceDefinition.spec.conversion.webhook of type …',
      ],
    ],
    [
      "conversion { webhook: { clientConfig: 'x' } }",
      definitionWith({ conversion: { webhook: { clientConfig: 'x' } } }),
      [
        'json: cannot unmarshal string into Go struct field CustomResourceDefinition.spec.conversion.webhook.clientConfig of type …',
      ],
    ],
    [
      'conversion { webhook: { clientConfig: { url: 5 } } }',
      definitionWith({ conversion: { webhook: { clientConfig: { url: 5 } } } }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.conversion.webhook.clientConfig.url of type string',
      ],
    ],
    [
      'conversion { webhook: { clientConfig: { service: 5 } } }',
      definitionWith({ conversion: { webhook: { clientConfig: { service: 5 } } } }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.conversion.webhook.clientConfig.service of type …',
      ],
    ],
    [
      'conversion { webhook: { clientConfig: { service: { name: 5 } } } }',
      definitionWith({ conversion: { webhook: { clientConfig: { service: { name: 5 } } } } }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.conversion.webhook.clientConfig.service.name of type string',
      ],
    ],
    [
      'conversion { webhook: { clientConfig: { service: { path: {} } } } }',
      definitionWith({ conversion: { webhook: { clientConfig: { service: { path: {} } } } } }),
      [
        'json: cannot unmarshal object into Go struct field CustomResourceDefinition.spec.conversion.webhook.clientConfig.service.path of type string',
      ],
    ],
    [
      "conversion { webhook: { clientConfig: { service: { port: 'x' } } } }",
      definitionWith({ conversion: { webhook: { clientConfig: { service: { port: 'x' } } } } }),
      [
        'json: cannot unmarshal string into Go struct field CustomResourceDefinition.spec.conversion.webhook.clientConfig.service.port of type int32',
      ],
    ],
    [
      'conversion { webhook: { conversionReviewVersions: [true] } }',
      definitionWith({ conversion: { webhook: { conversionReviewVersions: [true] } } }),
      [
        'json: cannot unmarshal bool into Go struct field CustomResourceDefinition.spec.conversion.webhook.conversionReviewVersions of type string',
      ],
    ],
    [
      'versions {}',
      definitionWith({ versions: {} }),
      ['json: cannot unmarshal object into Go struct field CustomResourceDefinition.spec.versions of type …'],
    ],
    [
      "versions ['x']",
      definitionWith({ versions: ['x'] }),
      ['json: cannot unmarshal string into Go struct field CustomResourceDefinition.spec.versions of type …'],
    ],
    [
      'versions [{ name: 5 }]',
      definitionWith({ versions: [{ name: 5 }] }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.versions.name of type string',
      ],
    ],
    [
      "versions [{ served: 'x' }]",
      definitionWith({ versions: [{ served: 'x' }] }),
      [
        'json: cannot unmarshal string into Go struct field CustomResourceDefinition.spec.versions.served of type bool',
      ],
    ],
    [
      'versions [{ storage: 1 }]',
      definitionWith({ versions: [{ storage: 1 }] }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.versions.storage of type bool',
      ],
    ],
    [
      'versions [{ deprecated: null, deprecationWarning: 5 }]',
      definitionWith({ versions: [{ deprecated: null, deprecationWarning: 5 }] }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.versions.deprecationWarning of type string',
      ],
    ],
    [
      'versions [{ schema: [] }]',
      definitionWith({ versions: [{ schema: [] }] }),
      [
        'json: cannot unmarshal array into Go struct field CustomResourceDefinition.spec.versions.schema of type …',
      ],
    ],
    [
      "versions [{ schema: { openAPIV3Schema: 'x' } }]",
      definitionWith({ versions: [{ schema: { openAPIV3Schema: 'x' } }] }),
      [
        'json: cannot unmarshal string into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema of type v1.JSONSchemaProps',
      ],
    ],
    [
      'versions [{ schema: { openAPIV3Schema: [] } }]',
      definitionWith({ versions: [{ schema: { openAPIV3Schema: [] } }] }),
      [
        'json: cannot unmarshal array into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema of type v1.JSONSchemaProps',
      ],
    ],
    [
      "versions [{ subresources: 'x' }]",
      definitionWith({ versions: [{ subresources: 'x' }] }),
      [
        'json: cannot unmarshal string into Go struct field CustomResourceDefinition.spec.versions.subresources of type …',
      ],
    ],
    [
      'versions [{ subresources: { scale: [] } }]',
      definitionWith({ versions: [{ subresources: { scale: [] } }] }),
      [
        'json: cannot unmarshal array into Go struct field CustomResourceDefinition.spec.versions.subresources.scale of type …',
      ],
    ],
    [
      'versions [{ subresources: { scale: { specReplicasPath: 5 } } }]',
      definitionWith({ versions: [{ subresources: { scale: { specReplicasPath: 5 } } }] }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.versions.subresources.scale.specReplicasPath of type string',
      ],
    ],
    [
      'versions [{ subresources: { scale: { statusReplicasPath: true } } }]',
      definitionWith({ versions: [{ subresources: { scale: { statusReplicasPath: true } } }] }),
      [
        'json: cannot unmarshal bool into Go struct field CustomResourceDefinition.spec.versions.subresources.scale.statusReplicasPath of type string',
      ],
    ],
    [
      'versions [{ subresources: { scale: { labelSelectorPath: [] } } }]',
      definitionWith({ versions: [{ subresources: { scale: { labelSelectorPath: [] } } }] }),
      [
        'json: cannot unmarshal array into Go struct field CustomResourceDefinition.spec.versions.subresources.scale.labelSelectorPath of type string',
      ],
    ],
    [
      'versions [{ additionalPrinterColumns: {} }]',
      definitionWith({ versions: [{ additionalPrinterColumns: {} }] }),
      [
        'json: cannot unmarshal object into Go struct field CustomResourceDefinition.spec.versions.additionalPrinterColumns of type …',
      ],
    ],
    [
      'versions [{ additionalPrinterColumns: [{ name: 5 }] }]',
      definitionWith({ versions: [{ additionalPrinterColumns: [{ name: 5 }] }] }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.versions.additionalPrinterColumns.name of type string',
      ],
    ],
    [
      'versions [{ additionalPrinterColumns: [{ type: 5 }] }]',
      definitionWith({ versions: [{ additionalPrinterColumns: [{ type: 5 }] }] }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.versions.additionalPrinterColumns.type of type string',
      ],
    ],
    [
      'versions [{ additionalPrinterColumns: [{ format: 5 }] }]',
      definitionWith({ versions: [{ additionalPrinterColumns: [{ format: 5 }] }] }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.versions.additionalPrinterColumns.format of type string',
      ],
    ],
    [
      'versions [{ additionalPrinterColumns: [{ jsonPath: 5 }] }]',
      definitionWith({ versions: [{ additionalPrinterColumns: [{ jsonPath: 5 }] }] }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.versions.additionalPrinterColumns.jsonPath of type string',
      ],
    ],
    [
      "versions [{ selectableFields: ['x'] }]",
      definitionWith({ versions: [{ selectableFields: ['x'] }] }),
      [
        'json: cannot unmarshal string into Go struct field CustomResourceDefinition.spec.versions.selectableFields of type …',
      ],
    ],
    [
      'versions [{ selectableFields: [{ jsonPath: 5 }] }]',
      definitionWith({ versions: [{ selectableFields: [{ jsonPath: 5 }] }] }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.versions.selectableFields.jsonPath of type string',
      ],
    ],
    [
      'a name that is a number',
      definitionWith({}, { name: 5 }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.metadata.name of type string',
      ],
    ],
    [
      'annotations that are texts',
      definitionWith({}, { annotations: 'x' }),
      [
        'json: cannot unmarshal string into Go struct field CustomResourceDefinition.metadata.annotations of type …',
      ],
    ],
    [
      'an annotation that is a number',
      definitionWith({}, { annotations: { a: 5 } }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.metadata.annotations.a of type string',
      ],
    ],
    [
      "a number beyond all doubles' integers",
      definitionWith({ group: 2n ** 60n }),
      [
        'json: cannot unmarshal number into Go struct field CustomResourceDefinition.spec.group of type string',
      ],
    ],
  ])('%s', (_, given, refusals) => {
    // Go names its own types for lists and objects, which we do not have
    const told = refusalsOf(given).map((one) => one.replace(/ of type (?:object|slice)$/, ' of type …'));
    expect(told).toEqual(refusals);
  });
});
