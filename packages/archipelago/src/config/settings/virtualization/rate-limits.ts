import { isJsonObject } from '@archipelago/apimachinery';
import { Type } from '@sinclair/typebox';
import { absent, annotationSetting } from '../../framework/setting.ts';

/** What the annotation says, or why it cannot be read; it matters only to `spec.tuningPolicy: annotation`. */
type RateLimits =
  | {
      /** Requests per second. */
      readonly qps: number;
      /** Requests at a time. */
      readonly burst: number;
    }
  | { readonly problem: string };

export const rateLimitsKey = 'hco.kubevirt.io/tuningPolicy';

/** Rate limits that the tuning policy `annotation` applies; nothing by itself. */
export const rateLimits = annotationSetting<RateLimits>({
  key: rateLimitsKey,
  summary:
    'Rate limits for spec.tuningPolicy: annotation, as JSON: {"qps":100,"burst":200}. Ignored without that policy.',
  schema: Type.String(),
  decode: read,
  examples: [
    {
      title: 'without the policy, nothing',
      annotations: { [rateLimitsKey]: '{"qps":100,"burst":200}' },
      lands: { 'KubeVirt.spec.configuration.apiConfiguration': absent },
    },
  ],
});

function read(text: string): RateLimits {
  const parsed = parse(text);
  if (!isJsonObject(parsed)) return { problem: 'is not a JSON object' };
  const { qps, burst } = parsed;
  if (!isPositive(qps)) return { problem: 'needs a member qps, a number above 0' };
  if (!isPositive(burst) || !Number.isSafeInteger(burst))
    return { problem: 'needs a member burst, a whole number above 0' };
  return { qps, burst };
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
