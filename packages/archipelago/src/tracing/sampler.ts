/** Which traces are told of. */
export type Sampler =
  | { readonly kind: 'always' }
  | { readonly kind: 'never' }
  | { readonly kind: 'ratio'; readonly ratio: number };

/** By the trace's id, so that everybody who sees it decides alike. */
export function isSampled(sampler: Sampler, traceId: string): boolean {
  switch (sampler.kind) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'ratio':
      return Number.parseInt(traceId.slice(-digits), 16) < sampler.ratio * 16 ** digits;
  }
}

/** As many as a number holds exactly. */
const digits = 13;
