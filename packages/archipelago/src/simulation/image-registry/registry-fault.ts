import { errorAnswer, type RegistryAnswer, type RegistryErrorCode } from './registry-answer.ts';

/** What goes wrong with every request: a refusal, no answer ever, an answer that means nothing, one that breaks off. */
export type RegistryFault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterSeconds?: number }
  | { readonly kind: 'hang' }
  | { readonly kind: 'garbage' }
  | { readonly kind: 'cut' };

const codes: ReadonlyMap<number, RegistryErrorCode> = new Map([
  [401, 'UNAUTHORIZED'],
  [403, 'DENIED'],
  [404, 'NAME_UNKNOWN'],
  [429, 'TOOMANYREQUESTS'],
  [503, 'UNAVAILABLE'],
]);

/** The refusal of a `status` fault. */
export function faultAnswer({
  status,
  retryAfterSeconds,
}: Extract<RegistryFault, { kind: 'status' }>): RegistryAnswer {
  const answer = errorAnswer(codes.get(status) ?? 'UNKNOWN', { status });
  if (retryAfterSeconds === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, 'Retry-After': String(retryAfterSeconds) } };
}

/** Claims to be a manifest and is neither JSON nor UTF-8. */
export function garbageAnswer(): RegistryAnswer {
  const body = Buffer.from('{"schemaVersion": 2, "manifests": [\u0000\u0007\xff\xfe}}', 'latin1');
  return {
    status: 200,
    headers: { 'Content-Type': 'application/vnd.oci.image.index.v1+json' },
    body,
  };
}
