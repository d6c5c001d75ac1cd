import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../api/json-value.ts';
import { definitionWith, refusalsOf, versionWith } from './refusals-of.test-support.ts';

describe('versions and what they have', () => {
  test.each<[string, JsonObject, readonly string[]]>([
    [
      'no versions',
      definitionWith({ versions: [] }),
      [
        'spec.versions: Invalid value: []: must have exactly one version marked as storage version',
        'status.storedVersions: Invalid value: null: must have at least one stored version',
      ],
    ],
    [
      'versions left out',
      definitionWith({ versions: null }),
      [
        'spec.versions: Invalid value: null: must have exactly one version marked as storage version',
        'status.storedVersions: Invalid value: null: must have at least one stored version',
      ],
    ],
    [
      'a version without a name',
      definitionWith({
        versions: [{ storage: true, served: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      }),
      [
        "spec.versions[0].name: Invalid value: \"\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [
      'a version that is no label',
      definitionWith({ versions: [versionWith({ type: 'object' }, { name: 'v1.0' })] }),
      [
        "spec.versions[0].name: Invalid value: \"v1.0\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
        "spec.version: Invalid value: \"v1.0\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [
      'a second version that is no label',
      definitionWith({
        versions: [
          versionWith({ type: 'object' }),
          versionWith({ type: 'object' }, { name: 'V2', storage: false }),
        ],
      }),
      [
        "spec.versions[1].name: Invalid value: \"V2\": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [
      'a long version',
      definitionWith({ versions: [versionWith({ type: 'object' }, { name: 'v'.repeat(64) })] }),
      [
        'spec.versions[0].name: Invalid value: "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv": must be no more than 63 characters',
        'spec.version: Invalid value: "vvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvvv": must be no more than 63 characters',
      ],
    ],
    [
      'no storage version',
      definitionWith({ versions: [versionWith({ type: 'object' }, { storage: false })] }),
      [
        'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":false,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}]: must have exactly one version marked as storage version',
        'status.storedVersions: Invalid value: null: must have at least one stored version',
      ],
    ],
    [
      'two storage versions',
      definitionWith({
        versions: [versionWith({ type: 'object' }), versionWith({ type: 'object' }, { name: 'v2' })],
      }),
      [
        'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null},{"Name":"v2","Served":true,"Storage":true,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}]: must have exactly one version marked as storage version',
        'status.storedVersions: Invalid value: ["v1"]: must have the storage version v2',
      ],
    ],
    [
      'a version twice',
      definitionWith({
        versions: [versionWith({ type: 'object' }), versionWith({ type: 'object' }, { storage: false })],
      }),
      [
        'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null},{"Name":"v1","Served":true,"Storage":false,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}]: must contain unique version names',
      ],
    ],
    [
      'a version twice, stored twice',
      definitionWith({ versions: [versionWith({ type: 'object' }), versionWith({ type: 'object' })] }),
      [
        'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null},{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}]: must contain unique version names',
        'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null},{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,"DeprecationWarning":null,"Schema":null,"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}]: must have exactly one version marked as storage version',
        'status.storedVersions: Invalid value: ["v1"]: must have the storage version v1',
      ],
    ],
    [
      'two versions of different schemas, one without a name',
      definitionWith({
        versions: [
          versionWith({ type: 'object' }),
          versionWith(
            { type: 'object', title: 'x' },
            { name: 'v1', storage: false, deprecated: true, deprecationWarning: 'x' },
          ),
        ],
      }),
      [
        'spec.versions: Invalid value: [{"Name":"v1","Served":true,"Storage":true,"Deprecated":false,"DeprecationWarning":null,"Schema":{"openAPIV3Schema":{"type":"object"}},"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null},{"Name":"v1","Served":true,"Storage":false,"Deprecated":true,"DeprecationWarning":"x","Schema":{"openAPIV3Schema":{"title":"x","type":"object"}},"Subresources":null,"AdditionalPrinterColumns":null,"SelectableFields":null}]: must contain unique version names',
      ],
    ],
    [
      'a version without a schema',
      definitionWith({ versions: [{ name: 'v1', served: true, storage: true }] }),
      ['spec.versions[0].schema.openAPIV3Schema: Required value'],
    ],
    [
      'a second version without a schema',
      definitionWith({
        versions: [versionWith({ type: 'object' }), { name: 'v2', served: true, storage: false }],
      }),
      ['spec.versions[1].schema.openAPIV3Schema: Required value'],
    ],
    [
      'a warning of a deprecated version',
      definitionWith({
        versions: [versionWith({ type: 'object' }, { deprecated: true, deprecationWarning: 'gone soon: é' })],
      }),
      [],
    ],
    [
      'a warning of a version that is not',
      definitionWith({ versions: [versionWith({ type: 'object' }, { deprecationWarning: 'x' })] }),
      ['spec.versions[0].deprecationWarning: Invalid value: "x": can only be set for deprecated versions'],
    ],
    [
      'an empty warning',
      definitionWith({
        versions: [versionWith({ type: 'object' }, { deprecated: true, deprecationWarning: '' })],
      }),
      ['spec.versions[0].deprecationWarning: Invalid value: "": must not be an empty string'],
    ],
    [
      'a warning of 256 bytes',
      definitionWith({
        versions: [
          versionWith({ type: 'object' }, { deprecated: true, deprecationWarning: 'é'.repeat(128) }),
        ],
      }),
      [],
    ],
    [
      'a warning of more',
      definitionWith({
        versions: [
          versionWith({ type: 'object' }, { deprecated: true, deprecationWarning: `${'é'.repeat(128)}x` }),
        ],
      }),
      [
        'spec.versions[0].deprecationWarning: Invalid value: "ééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééx": must be <= 256 characters long',
      ],
    ],
    [
      'a warning with what cannot be printed',
      definitionWith({
        versions: [versionWith({ type: 'object' }, { deprecated: true, deprecationWarning: 'é\n' })],
      }),
      [
        'spec.versions[0].deprecationWarning: Invalid value: "é\\n": must only contain printable UTF-8 characters; non-printable character found at index 2',
      ],
    ],
    [
      'schemas that differ, with faults',
      definitionWith({
        versions: [
          versionWith({ type: 'object', properties: { a: {} } }),
          versionWith({ type: 'object', nullable: true }, { name: 'v2', storage: false }),
        ],
      }),
      [
        'spec.versions[0].schema.openAPIV3Schema.properties[a].type: Required value: must not be empty for specified object fields',
        'spec.versions[1].schema.openAPIV3Schema.nullable: Forbidden: nullable cannot be true at the root',
      ],
    ],
    [
      'one schema for two versions, with faults',
      definitionWith({
        versions: [
          versionWith({ type: 'object', properties: { a: {} } }),
          versionWith({ type: 'object', properties: { a: {} } }, { name: 'v2', storage: false }),
        ],
      }),
      ['.properties[a].type: Required value: must not be empty for specified object fields'],
    ],
    [
      'columns that differ',
      definitionWith({
        versions: [
          versionWith(
            { type: 'object' },
            { additionalPrinterColumns: [{ name: 'a', type: 'x', jsonPath: '.a' }] },
          ),
          versionWith({ type: 'object' }, { name: 'v2', storage: false }),
        ],
      }),
      [
        'spec.versions[0].additionalPrinterColumns[0].type: Invalid value: "x": must be one of boolean,date,integer,number,string',
      ],
    ],
    [
      'columns that all versions have',
      definitionWith({
        versions: [
          versionWith(
            { type: 'object' },
            { additionalPrinterColumns: [{ name: 'a', type: 'x', jsonPath: '.a' }] },
          ),
          versionWith(
            { type: 'object' },
            {
              name: 'v2',
              storage: false,
              additionalPrinterColumns: [{ name: 'a', type: 'x', jsonPath: '.a' }],
            },
          ),
        ],
      }),
      [
        'spec.additionalPrinterColumns[0].type: Invalid value: "x": must be one of boolean,date,integer,number,string',
      ],
    ],
    [
      'scales that differ',
      definitionWith({
        versions: [
          versionWith({ type: 'object' }, { subresources: { scale: {} } }),
          versionWith(
            { type: 'object' },
            {
              name: 'v2',
              storage: false,
              subresources: {
                scale: { specReplicasPath: '.spec.a', statusReplicasPath: 'x', labelSelectorPath: '.a' },
              },
            },
          ),
        ],
      }),
      [
        'spec.versions[0].subresources.scale.specReplicasPath: Required value',
        'spec.versions[0].subresources.scale.statusReplicasPath: Required value',
        'spec.versions[1].subresources.scale.statusReplicasPath: Invalid value: "x": must be a simple json path starting with .',
        'spec.versions[1].subresources.scale.labelSelectorPath: Invalid value: ".a": should be a json path under either .spec or .status',
      ],
    ],
    [
      'a scale of all versions',
      definitionWith({
        versions: [
          versionWith(
            { type: 'object' },
            {
              subresources: {
                scale: {
                  specReplicasPath: '.status.a',
                  statusReplicasPath: '.status.a',
                  labelSelectorPath: '.status.b',
                },
              },
            },
          ),
        ],
      }),
      [
        'spec.subresources.scale.specReplicasPath: Invalid value: ".status.a": should be a json path under .spec',
      ],
    ],
    [
      'a status beside a nullable root',
      definitionWith({
        versions: [
          versionWith({ type: 'object', nullable: true, minProperties: 1 }, { subresources: { status: {} } }),
        ],
      }),
      [
        ': Invalid value: "object": only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled',
        '.nullable: Forbidden: nullable cannot be true at the root',
      ],
    ],
    [
      'a status beside another type',
      definitionWith({ versions: [versionWith({ type: 'string' }, { subresources: { status: {} } })] }),
      [
        '.type: Invalid value: "string": only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
        '.type: Invalid value: "string": must be object at the root',
      ],
    ],
    [
      'a status beside rules and texts',
      definitionWith({
        versions: [
          versionWith(
            {
              type: 'object',
              title: 'x',
              required: ['a'],
              properties: { a: { type: 'string' } },
              'x-kubernetes-preserve-unknown-fields': true,
              'x-kubernetes-validations': [{ rule: 'true' }],
            },
            { subresources: { status: {} } },
          ),
        ],
      }),
      [],
    ],
    [
      'a status beside unsupported keywords',
      definitionWith({
        versions: [versionWith({ type: 'object', id: 'x' }, { subresources: { status: {} } })],
      }),
      [
        ': Invalid value: "object": only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled',
        '.id: Forbidden: id is not supported',
      ],
    ],
    [
      'a status of the second version of one schema',
      definitionWith({
        versions: [
          versionWith({ type: 'object', minProperties: 1 }),
          versionWith(
            { type: 'object', minProperties: 1 },
            { name: 'v2', storage: false, subresources: { status: {} } },
          ),
        ],
      }),
      [
        ': Invalid value: "object": only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled',
      ],
    ],
    [
      'a status of the second version of two schemas',
      definitionWith({
        versions: [
          versionWith({ type: 'object', minProperties: 1 }),
          versionWith(
            { type: 'object', minProperties: 2 },
            { name: 'v2', storage: false, subresources: { status: {} } },
          ),
        ],
      }),
      [
        'spec.versions[1].schema.openAPIV3Schema: Invalid value: "object": only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled',
      ],
    ],
    [
      'selectable fields of all versions',
      definitionWith({
        versions: [
          versionWith(
            { type: 'object', properties: { a: { type: 'string' } } },
            { selectableFields: [{ jsonPath: '.a' }, { jsonPath: '.b' }] },
          ),
        ],
      }),
      [
        'spec.selectableFields[1].jsonPath: Invalid value: ".b": is an invalid path: does not refer to a valid field',
      ],
    ],
    [
      'selectable fields of one of two versions',
      definitionWith({
        versions: [
          versionWith(
            { type: 'object', properties: { a: { type: 'string' } } },
            { selectableFields: [{ jsonPath: '.a' }] },
          ),
          versionWith(
            { type: 'object', properties: { a: { type: 'string' } } },
            { name: 'v2', storage: false },
          ),
        ],
      }),
      [
        'spec.versions[0].selectableFields: Invalid value: "": may only be set when `version.schema.openAPIV3Schema` is not included',
      ],
    ],
    [
      'the same selectable fields of schemas that differ',
      definitionWith({
        versions: [
          versionWith(
            { type: 'object', properties: { a: { type: 'string' } } },
            { selectableFields: [{ jsonPath: '.a' }] },
          ),
          versionWith(
            { type: 'object', properties: { a: { type: 'integer' } } },
            { name: 'v2', storage: false, selectableFields: [{ jsonPath: '.a' }] },
          ),
        ],
      }),
      ['spec.selectableFields: Invalid value: "": may only be set when validations.schema is included'],
    ],
    [
      'selectable fields and schemas that differ',
      definitionWith({
        versions: [
          versionWith(
            { type: 'object', properties: { a: { type: 'string' } } },
            { selectableFields: [{ jsonPath: '.a' }] },
          ),
          versionWith(
            { type: 'object', properties: { b: { type: 'array', items: { type: 'string' } } } },
            { name: 'v2', storage: false, selectableFields: [{ jsonPath: '.b' }] },
          ),
        ],
      }),
      [
        'spec.versions[1].selectableFields[0].jsonPath: Invalid value: ".b": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
      ],
    ],
    [
      'unknown fields kept everywhere',
      definitionWith({ preserveUnknownFields: true }),
      [
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ],
    ],
    [
      'unknown fields kept everywhere, with defaults',
      definitionWith({
        preserveUnknownFields: true,
        versions: [versionWith({ type: 'object', properties: { a: { type: 'string', default: 'x' } } })],
      }),
      [
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
        'spec.preserveUnknownFields: Invalid value: true: must be false in order to use defaults in the schema',
      ],
    ],
    [
      'unknown fields kept everywhere, with a conversion',
      definitionWith({
        preserveUnknownFields: true,
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { url: 'https://a' }, conversionReviewVersions: ['v1'] },
        },
      }),
      [
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
        'spec.conversion.strategy: Invalid value: "Webhook": must be None if spec.preserveUnknownFields is true',
      ],
    ],
    [
      'unknown fields kept everywhere, without conversion',
      definitionWith({ preserveUnknownFields: true, conversion: { strategy: 'None' } }),
      [
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
      ],
    ],
  ])('%s', (_, given, refusals) => {
    expect(refusalsOf(given)).toEqual(refusals);
  });
});
