import type { JsonObject } from '@archipelago/apimachinery';
import { type Static, Type } from '@sinclair/typebox';
import { mapOf } from '../../config/shapes/map-of.ts';
import { quantity } from '../../config/shapes/quantity.ts';
import { withRules } from '../../config/shapes/rule.ts';
import { commonImageNames } from './common-images.ts';

/** `"false"` switches an image off. */
export const enableAnnotation = 'dataimportcrontemplate.kubevirt.io/enable';

/** Architectures that the image supports, comma separated. */
export const architecturesAnnotation = 'ssp.kubevirt.io/dict.architectures';

/** Import at once, not when the first machine wants the disk. */
export const bindImmediatelyAnnotation = 'cdi.kubevirt.io/storage.bind.immediate.requested';

const free = (description: string) =>
  Type.Unsafe<JsonObject>({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true, description });

/** Amounts of the claim are checked; everything else is CDI's. */
const claim = Type.Unsafe<JsonObject>({
  ...free('The claim that holds the image.'),
  properties: {
    resources: {
      ...free('How big it is.'),
      properties: {
        limits: mapOf(quantity(), { description: 'The most that it may come to.' }),
        requests: mapOf(quantity(), { description: 'How much storage is asked for.' }),
      },
    },
  },
});

const dataVolumeSpec = Type.Unsafe<JsonObject>({
  ...free('What to import, and onto which storage.'),
  properties: { pvc: claim, storage: claim },
});

/** CDI refuses longer ones, though Kubernetes takes them; more would also cost API servers too much to compare. */
export const longestImageName = 63;

const shape = Type.Object({
  metadata: Type.Object(
    {
      name: Type.String({
        minLength: 1,
        maxLength: longestImageName,
        description: 'Name of the image; that of a common image modifies it.',
      }),
      namespace: Type.Optional(
        Type.String({ description: "Where the image lives; SSP's choice when left out." }),
      ),
      labels: Type.Optional(mapOf(Type.String(), { description: 'Labels of the DataImportCron.' })),
      annotations: Type.Optional(
        mapOf(Type.String(), {
          description: `${enableAnnotation}: "false" switches the image off; ${architecturesAnnotation} lists its architectures.`,
        }),
      ),
    },
    { description: 'Name, labels and annotations of the image.' },
  ),
  spec: Type.Optional(
    Type.Object(
      {
        schedule: Type.Optional(
          Type.String({ description: 'When to look for a newer image, as a cron line.' }),
        ),
        managedDataSource: Type.String({ description: 'DataSource that machines boot from.' }),
        template: Type.Object(
          {
            metadata: Type.Optional(free('Of the DataVolume.')),
            spec: dataVolumeSpec,
            status: Type.Optional(free('Ignored.')),
          },
          { description: 'DataVolume of one import.' },
        ),
        garbageCollect: Type.Optional(
          Type.String({ description: 'Outdated: imports that are no longer the newest go.' }),
        ),
        importsToKeep: Type.Optional(
          Type.Integer({ format: 'int32', description: 'How many imports are kept.' }),
        ),
        retentionPolicy: Type.Optional(
          Type.String({ description: 'All: imports outlive the template; None: they go with it.' }),
        ),
        createdBy: Type.Optional(Type.String({ description: 'Who made the cron.' })),
        serviceAccountName: Type.Optional(Type.String({ description: 'Account that the import runs as.' })),
      },
      { description: 'What is imported, when, and what becomes of it.' },
    ),
  ),
});

/** Switched off by the annotation, whatever the case of its text. */
export function isDisabled({ metadata: { annotations } }: Static<typeof shape>): boolean {
  const text = annotations?.[enableAnnotation];
  return text !== undefined && text.toLowerCase() !== 'true';
}

/** In CEL, which would count what making any text lowercase costs, and refuse the rule for it. */
function spellingsOf(word: string): string {
  const [first = '', ...rest] = word;
  const cases = rest.reduce(
    (all, letter) => all.flatMap((text) => [text + letter, text + letter.toUpperCase()]),
    [first, first.toUpperCase()],
  );
  return cases.map((text) => `'${text}'`).join(', ');
}

const common = commonImageNames.map((name) => `'${name}'`).join(', ');

/** DataImportCronTemplate: what CDI needs to keep one golden image up to date. */
export const template = withRules(shape, [
  {
    at: 'spec',
    reason: 'Missing',
    holds: (entry) => entry.spec !== undefined || isDisabled(entry),
    cel: `has(self.spec) || (has(self.metadata.annotations) && '${enableAnnotation}' in self.metadata.annotations && !(self.metadata.annotations['${enableAnnotation}'] in [${spellingsOf('true')}]))`,
    message: 'is missing, though the image is not switched off',
    fix: `add a spec, or the annotation ${enableAnnotation}: "false"`,
  },
  {
    at: 'spec.schedule',
    reason: 'Missing',
    holds: ({ metadata, spec }) =>
      commonImageNames.includes(metadata.name) || spec === undefined || spec.schedule !== undefined,
    cel: `self.metadata.name in [${common}] || !has(self.spec) || has(self.spec.schedule)`,
    message: 'is missing: only that of a common image is known',
    fix: 'add when to look for a newer image, as a cron line such as 0 */12 * * *',
  },
]);

export type Template = Static<typeof shape>;
export type TemplateSpec = NonNullable<Template['spec']>;
