import { labelKeyErrors, labelValueErrors, valueAt } from '@archipelago/apimachinery';
import type { ClusterFacts } from '../../../cluster-facts/cluster-facts.ts';
import { isDisabled, type Template, type TemplateSpec } from '../../../golden-images/templates/template.ts';
import { fieldBelow } from '../../framework/field-path.ts';
import type { FieldFinding } from '../../framework/setting.ts';
import { oddValue, wrongValue } from '../../reviews/odd-value.ts';
import { reviewObjectName } from '../../reviews/review-object-name.ts';
import { reviewImportSource } from '../../reviews/review-registry-source.ts';

/** What CDI would refuse in the cron of a golden image, later, where nobody looks. */
export function reviewTemplateSpec(
  entry: Template,
  index: number,
  { storageClasses }: Pick<ClusterFacts, 'storageClasses'>,
): readonly FieldFinding[] {
  const { metadata, spec } = entry;
  if (spec === undefined || isDisabled(entry)) return [];
  const at = `spec.dataImportCronTemplates[${index}]`;
  return [
    ...reviewLabels(`${at}.metadata.labels`, metadata.labels ?? {}),
    ...reviewImportSource(`${at}.spec.template.spec.source`, spec.template.spec.source),
    ...reviewStorage(`${at}.spec.template.spec`, spec, storageClasses),
    ...reviewWords(`${at}.spec`, spec),
  ];
}

function reviewLabels(at: string, labels: Readonly<Record<string, string>>): readonly FieldFinding[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...labelKeyErrors(key).map((rule) =>
      wrongValue(
        fieldBelow(at, key),
        value,
        `has a key that no label can have: ${rule}`,
        'write a key of a label',
      ),
    ),
    ...labelValueErrors(value).map((rule) =>
      wrongValue(fieldBelow(at, key), value, rule, 'write a value that a label can have'),
    ),
  ]);
}

function reviewStorage(
  at: string,
  spec: TemplateSpec,
  existing: readonly string[] | undefined,
): readonly FieldFinding[] {
  return (['storage', 'pvc'] as const).flatMap((kind) => {
    const name = valueAt(spec.template.spec, kind, 'storageClassName');
    return typeof name === 'string'
      ? reviewObjectName(`${at}.${kind}.storageClassName`, name, { kind: 'storage class', existing })
      : [];
  });
}

const policies = { garbageCollect: ['Outdated', 'Never'], retentionPolicy: ['All', 'None'] } as const;

function reviewWords(at: string, spec: TemplateSpec): readonly FieldFinding[] {
  const words = (['garbageCollect', 'retentionPolicy'] as const).flatMap((leaf) => {
    const value = spec[leaf];
    const known: readonly string[] = policies[leaf];
    return value === undefined || known.includes(value)
      ? []
      : [
          oddValue(
            `${at}.${leaf}`,
            value,
            `is neither ${known.join(' nor ')}, so CDI refuses the cron`,
            `write ${known.join(' or ')}`,
          ),
        ];
  });
  const { importsToKeep } = spec;
  return importsToKeep === undefined || importsToKeep >= 0
    ? words
    : [...words, oddValue(`${at}.importsToKeep`, importsToKeep, 'is less than none', 'write 1 or more')];
}
