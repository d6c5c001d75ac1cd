import {
  admitObject,
  compileSchema,
  type JsonObject,
  type JsonValue,
  loadRuleEngine,
  parseStructuralSchema,
} from '@archipelago/apimachinery';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../../test/support/property-runs.ts';
import { hyperConverged, verdictOf } from './admission.test-support.ts';
import { hyperConvergedSchema } from './crd.ts';
import type { FieldFinding } from './framework/setting.ts';
import { settings } from './settings.ts';
import { withoutRules } from './shapes/rule.ts';

const parsed = parseStructuralSchema(hyperConvergedSchema(settings));
if (!parsed.ok) throw new Error(JSON.stringify(parsed));
const definition = compileSchema(parsed.schema, { rules: await loadRuleEngine() });

const oneOf = <T extends JsonValue>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
/** With members that may be left out. */
const object = (members: Readonly<Record<string, fc.Arbitrary<JsonValue>>>): fc.Arbitrary<JsonObject> =>
  fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;

const duration = oneOf(
  '9m',
  '10m',
  '0',
  '-1h',
  '599.999999999s',
  '1h',
  '60m',
  '24h',
  '24h0m1s',
  '48h',
  '.5h',
);
const certificate = object({ duration, renewBefore: duration });
const types = fc.array(oneOf('a', 'b'), { maxLength: 2 });
const devices = { mediatedDeviceTypes: types, mediatedDevicesTypes: types };
const part = fc.oneof(fc.integer({ min: 0, max: 300 }).map(String), oneOf('', '01', '1a', ' 1', '٣'));
const requirement = (operators: readonly string[]) =>
  fc.record(
    {
      key: oneOf(
        'a',
        '',
        'metadata.name',
        'a/b',
        '/b',
        'a//b',
        'A/b',
        '-a',
        'a.',
        `${'x'.repeat(253)}/${'y'.repeat(63)}`,
        `${'x'.repeat(254)}/y`,
        'y'.repeat(64),
        'é',
        'a\n',
      ),
      operator: oneOf(...operators),
      values: fc.array(oneOf('1', 'b'), { maxLength: 2 }),
    },
    { requiredKeys: ['key', 'operator'] },
  );
const required = 'requiredDuringSchedulingIgnoredDuringExecution';
const terms = fc.array(
  object({
    matchExpressions: fc.array(requirement(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt', 'in', '']), {
      maxLength: 2,
    }),
    matchFields: fc.array(requirement(['In', 'NotIn', 'Exists']), { maxLength: 2 }),
  }),
  { maxLength: 2 },
);
const placement = terms.map((nodeSelectorTerms) => ({
  nodePlacement: { affinity: { nodeAffinity: { [required]: { nodeSelectorTerms } } } },
}));
const http2 = ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES128-GCM-SHA256'];

/** What each rule is about, right and wrong. */
const specs: Readonly<Record<string, fc.Arbitrary<JsonObject>>> = {
  certConfig: object({ ca: certificate, server: certificate }),
  kubeSecondaryDNSNameServerIP: fc
    .oneof(
      fc.array(part, { minLength: 3, maxLength: 5 }).map((parts) => parts.join('.')),
      oneOf('', '1.2.3.4\n', '1.2.3.4.', '::1', '1.2.3.4/8'),
    )
    .filter((text) => text.length <= 15)
    .map((text) => text as unknown as JsonObject),
  tlsSecurityProfile: fc
    .record({
      type: oneOf('Old', 'Intermediate', 'Modern', 'Custom'),
      more: object({
        custom: object({
          minTLSVersion: oneOf('VersionTLS10', 'VersionTLS12', 'VersionTLS13'),
          ciphers: fc.array(oneOf(...http2, 'AES128-SHA', 'x'), { maxLength: 3 }),
        }),
      }),
    })
    .map(({ type, more }) => ({ type, ...more })),
  mediatedDevicesConfiguration: object({
    ...devices,
    nodeMediatedDeviceTypes: fc.array(
      object(devices).map((entry) => ({ nodeSelector: { a: 'b' }, ...entry })),
      { maxLength: 2 },
    ),
  }),
  infra: placement,
  workloads: placement,
  dataImportCronTemplates: fc.array(
    fc.record(
      {
        metadata: fc.record(
          {
            name: oneOf('mine', 'yours', 'fedora-image-cron'),
            annotations: object({
              'dataimportcrontemplate.kubevirt.io/enable': oneOf('true', 'TRUE', 'tRuE', 'false', '', 'no'),
            }),
          },
          { requiredKeys: ['name'] },
        ),
        spec: object({ schedule: oneOf('', '0 0 * * *') }).map((spec) => ({
          managedDataSource: 'x',
          template: { spec: { source: { registry: { url: 'docker://r.test/x' } }, storage: {} } },
          ...spec,
        })),
      },
      { requiredKeys: ['metadata'] },
    ),
    { maxLength: 3 },
  ) as unknown as fc.Arbitrary<JsonObject>,
};

/** Of the definition alone, as an API server decides: field and words of each refusal. */
function refusedByDefinition(spec: JsonObject): readonly string[] {
  const { errors } = admitObject(definition, { object: hyperConverged({ spec }), root: 'resource' });
  return errors.map(({ field, detail = '' }) => `${field}: ${detail}`).sort();
}

const inWords = ({ at, message, fix }: FieldFinding) => `${at}: ${message}; ${fix}`;

it.each(Object.entries(specs))('the definition and code decide alike about %s', (name, values) => {
  fc.assert(
    fc.property(values, (value) => {
      const spec = { [name]: value };
      const verdict = verdictOf({ spec });
      const byCode =
        !verdict.allowed && verdict.decidedBy === 'schema'
          ? verdict.findings.filter(({ level }) => level === 'error').map(inWords)
          : [];
      const byDefinition = refusedByDefinition(spec);
      for (const refusal of byDefinition) expect(byCode, JSON.stringify(spec)).toContain(refusal);
      expect(verdict.allowed || verdict.decidedBy !== 'schema', JSON.stringify(spec)).toBe(
        byDefinition.length === 0,
      );
    }),
    { numRuns: propertyRuns(100) },
  );
});

it('has rules about nothing else', () => {
  const found = settings
    .filter(({ schema }) => JSON.stringify(schema).includes('x-kubernetes-validations'))
    .flatMap(({ source }) => (source.in === 'spec' ? [source.path] : []));
  expect(found.sort()).toEqual(Object.keys(specs).sort());
});

it('needs no CEL where code decides', () => {
  const schema = hyperConvergedSchema(settings);
  expect(JSON.stringify(schema)).toContain('x-kubernetes-validations');
  expect(JSON.stringify(withoutRules(schema))).not.toContain('x-kubernetes-validations');
});
