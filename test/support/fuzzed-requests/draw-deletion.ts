import type { Aim } from './aim.ts';
import { drawn } from './damage.ts';
import { acceptHeader, chance } from './draw-options.ts';
import type { FuzzedRequest } from './fuzzed-request.ts';

const DELETIONS = [
  '{}',
  '{"propagationPolicy":"Background"}',
  '{"propagationPolicy":"Foreground"}',
  '{"propagationPolicy":"Orphan"}',
  '{"propagationPolicy":"Odd"}',
  '{"orphanDependents":true,"propagationPolicy":"Orphan"}',
  '{"gracePeriodSeconds":0}',
  '{"gracePeriodSeconds":-1}',
  '{"gracePeriodSeconds":"x"}',
  '{"preconditions":{"uid":"other"}}',
  '{"preconditions":{"uid":"@uid@"}}',
  '{"preconditions":{"resourceVersion":"1"}}',
  '{"dryRun":["All"]}',
  '{"dryRun":["Odd"]}',
  '{"apiVersion":"v1","kind":"DeleteOptions"}',
  '{"apiVersion":"v1","kind":"Pod"}',
  '{"unknownField":1}',
  'x',
];

/** A deletion of one object, with options in the body or in the query. */
export function drawDeletion({ draw, kind, collection, name }: Aim): FuzzedRequest {
  const body = chance(draw, 60) ? drawn(draw, DELETIONS) : undefined;
  const query =
    body === undefined
      ? drawn(draw, [
          '',
          '',
          '?propagationPolicy=Background',
          '?dryRun=All',
          '?gracePeriodSeconds=x',
          '?propagationPolicy=x',
        ])
      : '';
  return {
    what: `delete ${kind.kind} ${body ?? query}`,
    method: 'DELETE',
    path: `${collection}/${name}${query}`,
    headers: { accept: acceptHeader(draw), 'content-type': 'application/json' },
    body,
    collection,
    object: name,
    isFinishedLater: true,
  };
}

/** Of what nobody else has: cluster-scoped kinds have objects of the cluster. */
export function drawDeletionOfMany({ draw, kind, collection, name }: Aim): FuzzedRequest {
  const query = kind.namespaced
    ? drawn(draw, ['', '?labelSelector=app%3Dfuzz', '?fieldSelector=x%3Dy', '?dryRun=All', '?limit=x'])
    : `?fieldSelector=metadata.name%3D${name}`;
  return {
    what: `deletecollection ${kind.kind} ${kind.namespaced ? query : ''}`,
    method: 'DELETE',
    path: collection + query,
    headers: { accept: acceptHeader(draw), 'content-type': 'application/json' },
    collection,
    isFinishedLater: true,
  };
}
