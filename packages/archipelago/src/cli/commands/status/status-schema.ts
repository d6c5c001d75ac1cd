import { type Static, type TProperties, Type } from '@sinclair/typebox';

const state = Type.Union(
  (['well', 'notWell', 'absent', 'unknown'] as const).map((name) => Type.Literal(name)),
  {
    description:
      'absent: there is nothing of the kind, and nothing that needs it; unknown: it could not be looked at, problems say why',
  },
);

/** Members that no schema has are a mistake. */
const closed = { additionalProperties: false } as const;

const problem = Type.Object({
  object: Type.Optional(
    Type.String({ description: 'What it is about, as Kind/name or Kind/namespace/name.' }),
  ),
  message: Type.String({ description: 'One sentence.' }),
  fix: Type.Optional(Type.String({ description: 'What to do.' })),
});

const time = Type.String({ format: 'date-time', description: 'RFC 3339.' });

function part<T extends TProperties>(description: string, members: T) {
  const common = {
    state,
    summary: Type.String({ description: 'One line for people.' }),
    problems: Type.Array(problem, { description: 'What is not well, or why it is not known.' }),
    more: Type.String({ description: 'The command that tells more.' }),
  };
  return Type.Object({ ...common, ...members }, { description, ...closed });
}

/** What `archipelago status -o json` prints where no part is named. */
export const statusSchema = Type.Object(
  {
    well: Type.Boolean({
      description:
        'Every part that was asked for is well or absent; the command ends with 0 then, else with 1.',
    }),
    namespace: Type.String({ description: 'Of the HyperConverged; where there is none, where it would be.' }),
    at: Type.String({
      format: 'date-time',
      description: 'When it was looked at; for a snapshot, when that was taken.',
    }),
    operator: part('Whether an operator leads, and which.', {
      leader: Type.Optional(Type.String({ description: 'Holder of the lease.' })),
      version: Type.Optional(Type.String({ description: 'As the HyperConverged tells it.' })),
    }),
    hyperConverged: part('What the HyperConverged tells of itself.', {
      conditions: Type.Array(
        Type.Object({
          type: Type.String(),
          status: Type.String(),
          reason: Type.String(),
          message: Type.String(),
        }),
        { description: 'Those that HyperConvergeds have always, and those that are not as they should be.' },
      ),
    }),
    operands: part('The resources that the operator makes of it, as far as they tell how they are.', {
      operands: Type.Array(
        Type.Object({
          kind: Type.String(),
          name: Type.String(),
          state: Type.Union(
            (['ready', 'notReady', 'missing', 'notServed', 'unknown'] as const).map((name) =>
              Type.Literal(name),
            ),
            { description: 'notServed: the cluster does not know the kind.' },
          ),
        }),
      ),
    }),
    images: part('Golden images: how many places of the matrix are ready of those that are wanted.', {
      architectures: Type.Array(
        Type.Object({
          name: Type.String({ description: 'any: imported as they come.' }),
          ready: Type.Integer({ minimum: 0 }),
          wanted: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
    builds: part('Images of node pools.', {
      configs: Type.Array(
        Type.Object({
          name: Type.String(),
          group: Type.String(),
          state: Type.String({ description: 'failed, held, building, rolling or fine.' }),
        }),
      ),
    }),
    findings: part('What the doctor finds; critical ones are not well.', {
      critical: Type.Integer({ minimum: 0 }),
      warning: Type.Integer({ minimum: 0 }),
      info: Type.Integer({ minimum: 0 }),
      blind: Type.Integer({ minimum: 0, description: 'Checks that could not look.' }),
    }),
    alerts: part('Alerts of the operator that fire; those that only inform are well.', {
      firing: Type.Array(
        Type.Object({
          name: Type.String(),
          severity: Type.String(),
          since: Type.Optional(time),
          message: Type.String(),
        }),
      ),
    }),
    certificates: part('Authorities by which components trust each other.', {
      authorities: Type.Array(
        Type.Object({
          object: Type.String(),
          ends: Type.String({ format: 'date-time', description: 'When the newest certificate in it ends.' }),
        }),
      ),
    }),
  },
  {
    $id: 'status/v1',
    ...closed,
    title: 'archipelago status',
    description: 'How an installation of Archipelago is.',
  },
);

export type StatusReport = Static<typeof statusSchema>;

/** The same with the parts that were asked for alone. */
export const publishedStatusSchema: object = { ...statusSchema, required: ['well', 'namespace', 'at'] };

/** A part of it; which ones there are, in the order in which they are told. */
export type PartName = Exclude<keyof StatusReport, 'well' | 'namespace' | 'at'>;

export const partNames = [
  'operator',
  'hyperConverged',
  'operands',
  'images',
  'builds',
  'findings',
  'alerts',
  'certificates',
] as const satisfies readonly PartName[];

/** What every part has. */
export type StatusPart = Pick<StatusReport[PartName], 'state' | 'summary' | 'problems' | 'more'>;
