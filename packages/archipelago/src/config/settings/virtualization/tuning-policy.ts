import type { Context } from '../../framework/context.ts';
import { type FieldFinding, setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { oneOf } from '../../shapes/one-of.ts';
import type { PolicyRule } from '../../shapes/policy-rule.ts';
import { rateLimits, rateLimitsKey } from './rate-limits.ts';

const example = `annotate with ${rateLimitsKey}={"qps":100,"burst":200}`;

type Policy = 'annotation' | 'highBurst';

const policyRules: readonly PolicyRule<Policy>[] = [
  {
    reason: 'Conflict',
    holds: (policy, annotations) => policy !== 'highBurst' || !Object.hasOwn(annotations, rateLimitsKey),
    cel: ({ self, annotations }) => `${self} != 'highBurst' || !('${rateLimitsKey}' in ${annotations})`,
    annotation: rateLimitsKey,
    message: `does not go with the annotation ${rateLimitsKey}, which sets other limits`,
    fix: `remove the annotation ${rateLimitsKey}`,
  },
  {
    reason: 'Missing',
    holds: (policy, annotations) => policy !== 'annotation' || Object.hasOwn(annotations, rateLimitsKey),
    cel: ({ self, annotations }) => `${self} != 'annotation' || '${rateLimitsKey}' in ${annotations}`,
    annotation: rateLimitsKey,
    message: `needs the annotation ${rateLimitsKey}, which is missing`,
    fix: example,
  },
];

/** How fast KubeVirt's components may call the API server. */
export const tuningPolicy = setting({
  path: 'tuningPolicy',
  summary: `Rate limits of KubeVirt's API clients: those of the annotation ${rateLimitsKey}, or the highBurst profile.`,
  schema: oneOf(['annotation', 'highBurst']),
  with: [rateLimits],
  policyRules,
  review,
  lands: ({ set }) => [
    set(kubevirt, 'spec.configuration.apiConfiguration', limits),
    set(kubevirt, 'spec.configuration.webhookConfiguration', limits),
    set(kubevirt, 'spec.configuration.controllerConfiguration', limits),
    set(kubevirt, 'spec.configuration.handlerConfiguration', limits),
  ],
  examples: [
    {
      title: 'thousands of machines',
      spec: { tuningPolicy: 'highBurst' },
      lands: Object.fromEntries(
        ['api', 'webhook', 'controller', 'handler'].map((component) => [
          `KubeVirt.spec.configuration.${component}Configuration.restClient.rateLimiter.tokenBucketRateLimiter`,
          { qps: 200, burst: 400 },
        ]),
      ),
    },
    {
      title: 'limits of our own',
      spec: { tuningPolicy: 'annotation' },
      annotations: { [rateLimitsKey]: '{"qps":100,"burst":200}' },
      lands: {
        'KubeVirt.spec.configuration.apiConfiguration.restClient.rateLimiter.tokenBucketRateLimiter.qps': 100,
      },
    },
  ],
});

/** Found good for creating and keeping many machines in one cluster. */
const highBurst = { qps: 200, burst: 400 };

function limits(policy: Policy, { read }: Context) {
  const wanted = policy === 'highBurst' ? highBurst : read(rateLimits);
  if (wanted === undefined || 'problem' in wanted) return undefined;
  return {
    restClient: { rateLimiter: { tokenBucketRateLimiter: { qps: wanted.qps, burst: wanted.burst } } },
  };
}

/** What is in the annotation is JSON, which no policy can read. */
function review(policy: Policy, { read }: Context): readonly FieldFinding[] {
  const annotation = read(rateLimits);
  if (policy === 'highBurst' || annotation === undefined || !('problem' in annotation)) return [];
  return [
    {
      level: 'error',
      at: `metadata.annotations["${rateLimitsKey}"]`,
      reason: 'Invalid',
      message: annotation.problem,
      fix: example,
    },
  ];
}
