import { type TString, Type } from '@sinclair/typebox';

export const goDurationPattern = '^[+-]?(0|((\\d+\\.?\\d*|\\.\\d+)(ns|us|µs|μs|ms|s|m|h))+)$';

/**
 * A duration as Go's time.ParseDuration reads it: `1h30m`, `90s`. The pattern turns a value that is no duration
 * into a schema error, as the API server's decoder would.
 */
export function goDuration(options: { default?: string; description?: string } = {}): TString {
  return Type.String({ pattern: goDurationPattern, ...options });
}
