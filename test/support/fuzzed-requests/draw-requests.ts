import { type Draw, seededDraw } from '../seeded-random.ts';
import type { Aim } from './aim.ts';
import { drawn } from './damage.ts';
import { drawObject, written } from './draw-body.ts';
import { drawDeletion, drawDeletionOfMany } from './draw-deletion.ts';
import { drawOdd } from './draw-odd.ts';
import { acceptHeader, chance, listQuery, writeQuery } from './draw-options.ts';
import { drawPatch } from './draw-patch.ts';
import { drawSubresource } from './draw-subresource.ts';
import { collectionOf } from './fuzzed-kind.ts';
import { fuzzedKinds } from './fuzzed-kinds.ts';
import type { FuzzedRequest } from './fuzzed-request.ts';

type Maker = (aim: Aim) => FuzzedRequest;

/** Requests of a namespace: the same ones for the same seed. Its cluster-scoped names begin with that of the namespace. */
export function drawRequests(seed: number, namespace: string, count: number): readonly FuzzedRequest[] {
  const draw = seededDraw(seed);
  return Array.from({ length: count }, () => {
    const kind = drawn(draw, fuzzedKinds);
    const collection = collectionOf(kind, namespace);
    const name = `${namespace}-${drawn(draw, ['a', 'a', 'b'])}`;
    return drawn(draw, makers)({ draw, kind, collection, name });
  });
}

function headers(draw: Draw, type = 'application/json'): Record<string, string> {
  return { accept: acceptHeader(draw), 'content-type': type };
}

function create({ draw, kind, collection, name }: Aim): FuzzedRequest {
  const { text, how } = written(draw, drawObject(draw, kind, name));
  const type = chance(draw, 97) ? 'application/json' : drawn(draw, ['text/plain', 'application/yaml', 'x']);
  return {
    what: `create ${kind.kind} ${how}`,
    method: 'POST',
    path: collection + writeQuery(draw),
    headers: headers(draw, type),
    body: text,
    collection,
    object: name,
  };
}

function update({ draw, kind, collection, name }: Aim): FuzzedRequest {
  const { text, how } = written(draw, drawObject(draw, kind, name));
  const body = chance(draw, 70)
    ? text.replace('"metadata":{', '"metadata":{"resourceVersion":"@version@",')
    : text;
  return {
    what: `update ${kind.kind} ${how}`,
    method: 'PUT',
    path: `${collection}/${name}${writeQuery(draw)}`,
    headers: headers(draw),
    body,
    collection,
    object: name,
  };
}

function patch({ draw, kind, collection, name }: Aim): FuzzedRequest {
  const { type, text, how, query } = drawPatch(draw, kind, name);
  const further = writeQuery(draw);
  const path = `${collection}/${name}${further}`;
  return {
    what: `patch ${kind.kind} ${how}`,
    method: 'PATCH',
    path: query === '' ? path : `${path}${further === '' ? '?' : '&'}${query}`,
    headers: headers(draw, type),
    body: text,
    collection,
    object: name,
  };
}

function get({ draw, kind, collection, name }: Aim): FuzzedRequest {
  const query = drawn(draw, ['', '', '?resourceVersion=0', '?resourceVersion=x', '?pretty=1']);
  const object = chance(draw, 90) ? name : drawn(draw, ['Odd_Name', 'absent', '%20', 'a%2Fb', '..']);
  return {
    what: `get ${kind.kind} ${object === name ? query : object}`,
    method: 'GET',
    path: `${collection}/${object}${query}`,
    headers: { accept: acceptHeader(draw) },
    collection,
  };
}

function list({ draw, kind, collection }: Aim): FuzzedRequest {
  const place = chance(draw, 80) ? collection : `${kind.root}/${kind.plural}`;
  const query = listQuery(draw);
  return {
    what: `list ${kind.kind} ${query}`,
    method: 'GET',
    path: place + query,
    headers: { accept: acceptHeader(draw) },
    collection,
  };
}

function times(count: number, maker: Maker): readonly Maker[] {
  return Array.from({ length: count }, () => maker);
}

/** How many of a hundred are of each sort. */
const makers: readonly Maker[] = [
  ...times(22, create),
  ...times(16, update),
  ...times(24, patch),
  ...times(6, get),
  ...times(8, list),
  ...times(8, drawDeletion),
  ...times(1, drawDeletionOfMany),
  ...times(9, drawSubresource),
  ...times(6, drawOdd),
];
