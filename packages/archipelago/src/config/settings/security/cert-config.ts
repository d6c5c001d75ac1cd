import { parseGoDuration, valueAt } from '@archipelago/apimachinery';
import { type Static, Type } from '@sinclair/typebox';
import { type FieldFinding, setting } from '../../framework/setting.ts';
import { aaq } from '../../operands/aaq/aaq.ts';
import { cdi } from '../../operands/cdi/cdi.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { networkAddonsConfig } from '../../operands/network-addons-config/network-addons-config.ts';
import { goDuration, goDurationPattern } from '../../shapes/go-duration.ts';
import { type Rule, withRules } from '../../shapes/rule.ts';

const certificate = (subject: string, duration: string, renewBefore: string) =>
  Type.Optional(
    Type.Object(
      {
        duration: Type.Optional(
          goDuration({ default: duration, description: `How long ${subject} is valid; 10m or more.` }),
        ),
        renewBefore: Type.Optional(
          goDuration({
            default: renewBefore,
            description: `How long before its end ${subject} is replaced; 10m or more.`,
          }),
        ),
      },
      { default: {}, description: `How ${subject} is rotated.` },
    ),
  );

const leaves = ['ca.duration', 'ca.renewBefore', 'server.duration', 'server.renewBefore'] as const;

type Leaf = (typeof leaves)[number];

/** The longer one must not be shorter. */
const inOrder: readonly Order[] = [
  { long: 'ca.duration', short: 'ca.renewBefore', within: 'ca' },
  { long: 'server.duration', short: 'server.renewBefore', within: 'server' },
  { long: 'ca.duration', short: 'server.duration' },
];

const root = 'spec.certConfig';
const tenMinutes = 600_000_000_000n;
const isDuration = new RegExp(goDurationPattern);

const shape = Type.Object({
  ca: certificate('the certificate authority', '48h0m0s', '24h0m0s'),
  server: certificate('a server certificate', '24h0m0s', '12h0m0s'),
});

type CertConfig = Static<typeof shape>;

const schema = withRules(shape, [
  ...leaves.map(notTooLong),
  ...leaves.map(atLeastTenMinutes),
  ...inOrder.map(notShorter),
]);

/** Rotation of the certificates of all components. */
export const certConfig = setting({
  path: 'certConfig',
  summary: 'How long the certificates of the components live, and how early they are replaced.',
  schema,
  default: {},
  review,
  lands: ({ copy, rename }) => [
    copy(kubevirt, 'spec.certificateRotateStrategy.selfSigned'),
    copy(cdi, 'spec.certConfig'),
    copy(aaq, 'spec.certConfig'),
    rename(networkAddonsConfig, 'spec.selfSignConfiguration', {
      caRotateInterval: 'ca.duration',
      caOverlapInterval: 'ca.renewBefore',
      certRotateInterval: 'server.duration',
      certOverlapInterval: 'server.renewBefore',
    }),
  ],
  examples: [
    {
      title: 'authorities live for three days',
      spec: {
        certConfig: { ca: { duration: '72h', renewBefore: '90m' } },
        enableApplicationAwareQuota: true,
      },
      lands: {
        'KubeVirt.spec.certificateRotateStrategy.selfSigned.ca': {
          duration: '72h0m0s',
          renewBefore: '1h30m0s',
        },
        'CDI.spec.certConfig.ca.duration': '72h0m0s',
        'AAQ.spec.certConfig.server.duration': '24h0m0s',
        'NetworkAddonsConfig.spec.selfSignConfiguration.caRotateInterval': '72h0m0s',
      },
    },
  ],
});

function textOf(config: CertConfig, leaf: Leaf): string | undefined {
  const text = valueAt(config, ...leaf.split('.'));
  return typeof text === 'string' ? text : undefined;
}

/** Eleven rules and the review ask for them. */
const amounts = new WeakMap<CertConfig, ReadonlyMap<Leaf, bigint | undefined>>();

function nanosecondsOf(config: CertConfig, leaf: Leaf): bigint | undefined {
  const known = amounts.get(config) ?? amountsOf(config);
  amounts.set(config, known);
  return known.get(leaf);
}

function amountsOf(config: CertConfig): ReadonlyMap<Leaf, bigint | undefined> {
  return new Map(
    leaves.map((leaf) => {
      const text = textOf(config, leaf);
      const parsed = text === undefined ? undefined : parseGoDuration(text);
      return [leaf, parsed?.ok ? parsed.nanoseconds : undefined];
    }),
  );
}

/** In CEL: true where a leaf is left out. */
function without(leaf: Leaf): string {
  const [member = ''] = leaf.split('.');
  return `!has(self.${member}) || !has(self.${leaf})`;
}

/** CEL has no word for it: what it cannot read it refuses, in the API server's words. */
function notTooLong(leaf: Leaf): Rule<CertConfig> {
  return {
    at: leaf,
    reason: 'Invalid',
    holds: (config) => {
      const text = textOf(config, leaf);
      return text === undefined || !isDuration.test(text) || nanosecondsOf(config, leaf) !== undefined;
    },
    cel: `${without(leaf)} || duration(self.${leaf}) == duration(self.${leaf})`,
    message: 'is longer than a duration can be, about 292 years',
    fix: 'write one such as 24h or 1h30m',
    isUncomputable: true,
  };
}

function atLeastTenMinutes(leaf: Leaf): Rule<CertConfig> {
  return {
    at: leaf,
    reason: 'TooSmall',
    holds: (config) => (nanosecondsOf(config, leaf) ?? tenMinutes) >= tenMinutes,
    cel: `${without(leaf)} || duration(self.${leaf}) >= duration('10m')`,
    message: 'is less than 10m',
    fix: 'write 10m or more',
  };
}

interface Order {
  readonly long: Leaf;
  readonly short: Leaf;
  /** What both are in. */
  readonly within?: 'ca' | 'server';
}

function namesOf({ long, short, within }: Order): readonly [long: string, short: string] {
  return within === undefined
    ? [long, short]
    : [long.slice(within.length + 1), short.slice(within.length + 1)];
}

function notShorter(order: Order): Rule<CertConfig> {
  const { long, short, within } = order;
  const [longName, shortName] = namesOf(order);
  return {
    ...(within === undefined ? {} : { at: within }),
    reason: 'Conflict',
    holds: (config) => comparison(config, order) !== 'less',
    cel: `${without(long)} || ${without(short)} || duration(self.${long}) >= duration(self.${short})`,
    message: {
      says: (config) =>
        `${longName} (${textOf(config, long)}) is less than ${shortName} (${textOf(config, short)})`,
      cel: `'${longName} (' + self.${long} + ') is less than ${shortName} (' + self.${short} + ')'`,
    },
    fix: `make ${shortName} less than ${longName}`,
  };
}

function comparison(config: CertConfig, { long, short }: Order): 'less' | 'equal' | 'more' | undefined {
  const [a, b] = [nanosecondsOf(config, long), nanosecondsOf(config, short)];
  if (a === undefined || b === undefined) return undefined;
  return a < b ? 'less' : a === b ? 'equal' : 'more';
}

/** What is odd, but works. */
function review(config: CertConfig): readonly FieldFinding[] {
  return inOrder.flatMap((order) => equal(config, order));
}

function equal(config: CertConfig, order: Order): readonly FieldFinding[] {
  if (comparison(config, order) !== 'equal') return [];
  const { long, short, within } = order;
  const [longName, shortName] = namesOf(order);
  return [
    {
      level: 'warning',
      at: within === undefined ? root : `${root}.${within}`,
      reason: 'Conflict',
      message: `${longName} (${textOf(config, long)}) is equal to ${shortName} (${textOf(config, short)})`,
      fix: `make ${shortName} less than ${longName}`,
    },
  ];
}
