import {
  canonicalQuantity,
  compareQuantities,
  type Quantity,
  quantityAsNumber,
} from '@archipelago/apimachinery';
import type { Amounts } from '../../resources/amounts.ts';

/** What somebody asks for, and may use. */
export interface Asked {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** One bound of one resource. */
export interface Bound {
  /** `Container`, `Pod`. */
  readonly type: string;
  readonly resource: string;
  readonly quantity: Quantity;
}

function head(word: string, { type, resource, quantity }: Bound): string {
  return `${word} ${resource} usage per ${type} is ${canonicalQuantity(quantity)}`;
}

/** What a minimum has against it. */
export function belowMinimum(bound: Bound, { requests, limits }: Asked): string | undefined {
  const [request, limit] = [requests.get(bound.resource), limits.get(bound.resource)];
  const text = head('minimum', bound);
  if (request === undefined) return `${text}.  No request is specified`;
  if (compareQuantities(request, bound.quantity) < 0)
    return `${text}, but request is ${canonicalQuantity(request)}`;
  if (limit !== undefined && compareQuantities(limit, bound.quantity) < 0)
    return `${text}, but limit is ${canonicalQuantity(limit)}`;
  return undefined;
}

/** What a maximum of limits has against it. */
export function aboveMaximum(bound: Bound, { requests, limits }: Asked): string | undefined {
  const [request, limit] = [requests.get(bound.resource), limits.get(bound.resource)];
  const text = head('maximum', bound);
  if (limit === undefined) return `${text}.  No limit is specified`;
  if (compareQuantities(limit, bound.quantity) > 0)
    return `${text}, but limit is ${canonicalQuantity(limit)}`;
  if (request !== undefined && compareQuantities(request, bound.quantity) > 0)
    return `${text}, but request is ${canonicalQuantity(request)}`;
  return undefined;
}

/** What a maximum of requests has against it: claims have no limits. */
export function asksAboveMaximum(bound: Bound, { requests }: Asked): string | undefined {
  const request = requests.get(bound.resource);
  const text = head('maximum', bound);
  if (request === undefined) return `${text}.  No request is specified`;
  if (compareQuantities(request, bound.quantity) > 0)
    return `${text}, but request is ${canonicalQuantity(request)}`;
  return undefined;
}

/** What the greatest ratio of limit to request has against it. */
export function aboveRatio(bound: Bound, { requests, limits }: Asked): string | undefined {
  const { type, resource, quantity } = bound;
  const [request, limit] = [requests.get(resource), limits.get(resource)];
  const text = `${resource} max limit to request ratio per ${type} is ${canonicalQuantity(quantity)}`;
  if (request === undefined || request.unscaled === 0n)
    return `${text}, but no request is specified or request is 0`;
  if (limit === undefined || limit.unscaled === 0n) return `${text}, but no limit is specified or limit is 0`;
  const ratio = quantityAsNumber(limit) / quantityAsNumber(request);
  return ratio > quantityAsNumber(quantity)
    ? `${text}, but provided ratio is ${ratio.toFixed(6)}`
    : undefined;
}
