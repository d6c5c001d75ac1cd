import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';

/** Whether who asks for metrics gets them; `because` is one line for who asked. */
export type ScrapeAccess =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly status: 401 | 403 | 500 | 503; readonly because: string };

/** A token of a service account has one or two KB. */
const longestToken = 8 * 1024;

/** The token of an `Authorization` header; undefined where there is none that an API server could know. */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length > longestToken) return undefined;
  return /^bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1];
}

/** What an API server is asked about a token. */
export function tokenReviewOf(token: string): JsonObject {
  return { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } };
}

/** The question whether a reviewed user may get the metrics; undefined: the token is nobody's. */
export function accessReviewOf(tokenReview: JsonValue): JsonObject | undefined {
  const status = isJsonObject(tokenReview) ? tokenReview.status : undefined;
  if (!isJsonObject(status) || status.authenticated !== true || !isJsonObject(status.user)) return undefined;
  const { username, uid, groups, extra } = status.user;
  if (typeof username !== 'string' || username === '') return undefined;
  return {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: {
      user: username,
      ...(uid === undefined ? {} : { uid }),
      ...(groups === undefined ? {} : { groups }),
      ...(extra === undefined ? {} : { extra }),
      nonResourceAttributes: { path: '/metrics', verb: 'get' },
    },
  };
}

/** Whether an API server says yes; a denial counts more than an allowance. */
export function isAllowed(accessReview: JsonValue): boolean {
  if (!isJsonObject(accessReview)) return false;
  return (
    valueAt(accessReview, 'status', 'allowed') === true && valueAt(accessReview, 'status', 'denied') !== true
  );
}
