import { parseGoDuration } from '@archipelago/apimachinery';
import { type Static, Type } from '@sinclair/typebox';
import { type FieldFinding, setting } from '../../framework/setting.ts';
import { aaq } from '../../operands/aaq/aaq.ts';
import { cdi } from '../../operands/cdi/cdi.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { networkAddonsConfig } from '../../operands/network-addons-config/network-addons-config.ts';
import { goDuration } from '../../shapes/go-duration.ts';

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
      { default: {} },
    ),
  );

const schema = Type.Object({
  ca: certificate('the certificate authority', '48h0m0s', '24h0m0s'),
  server: certificate('a server certificate', '24h0m0s', '12h0m0s'),
});

type CertConfig = Static<typeof schema>;

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

function nanosecondsOf(text: string | undefined): bigint | undefined {
  const parsed = text === undefined ? undefined : parseGoDuration(text);
  return parsed?.ok ? parsed.nanoseconds : undefined;
}

const tenMinutes = 600_000_000_000n;

function review({ ca = {}, server = {} }: CertConfig): readonly FieldFinding[] {
  return [
    ...tooSmall('ca.duration', ca.duration),
    ...tooSmall('ca.renewBefore', ca.renewBefore),
    ...tooSmall('server.duration', server.duration),
    ...tooSmall('server.renewBefore', server.renewBefore),
    ...inOrder('spec.certConfig.ca', ['duration', ca.duration], ['renewBefore', ca.renewBefore]),
    ...inOrder('spec.certConfig.server', ['duration', server.duration], ['renewBefore', server.renewBefore]),
    ...inOrder('spec.certConfig', ['ca.duration', ca.duration], ['server.duration', server.duration]),
  ];
}

function tooSmall(leaf: string, text: string | undefined): readonly FieldFinding[] {
  const nanoseconds = nanosecondsOf(text);
  if (text === undefined || (nanoseconds !== undefined && nanoseconds >= tenMinutes)) return [];
  const at = `spec.certConfig.${leaf}`;
  if (nanoseconds === undefined) {
    return [
      {
        level: 'error',
        at,
        reason: 'Invalid',
        value: text,
        message: 'is longer than a duration can be, about 292 years',
        fix: 'write one such as 24h or 1h30m',
      },
    ];
  }
  return [
    {
      level: 'error',
      at,
      reason: 'TooSmall',
      value: text,
      message: 'is less than 10m',
      fix: 'write 10m or more',
    },
  ];
}

type Named = readonly [name: string, text: string | undefined];

/** The longer one must not be shorter; equal is odd, but works. */
function inOrder(at: string, [long, longText]: Named, [short, shortText]: Named): readonly FieldFinding[] {
  const [a, b] = [nanosecondsOf(longText), nanosecondsOf(shortText)];
  if (a === undefined || b === undefined || a > b) return [];
  const message = `${long} (${longText}) is ${a === b ? 'equal to' : 'less than'} ${short} (${shortText})`;
  const fix = `make ${short} less than ${long}`;
  return [{ level: a === b ? 'warning' : 'error', at, reason: 'Conflict', message, fix }];
}
