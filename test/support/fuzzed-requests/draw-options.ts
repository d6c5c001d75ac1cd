import type { Draw } from '../seeded-random.ts';
import { drawn } from './damage.ts';

/** True for so many of a hundred. */
export function chance(draw: Draw, percent: number): boolean {
  return draw(100) < percent;
}

const WRITE_OPTIONS = [
  'dryRun=All',
  'dryRun=All&dryRun=All',
  'dryRun=true',
  'dryRun=',
  'fieldValidation=Strict',
  'fieldValidation=Strict&fieldManager=me',
  'fieldValidation=Ignore',
  'fieldValidation=warn',
  'fieldValidation=',
  'fieldManager=other',
  `fieldManager=${'m'.repeat(130)}`,
  'fieldManager=%0A',
  'pretty=true',
  'unknownOption=1',
  'force=true',
  'propagationPolicy=Background',
];

const LIST_OPTIONS = [
  'limit=2',
  'limit=1&continue=@continue@',
  'limit=-1',
  'limit=x',
  'continue=nonsense',
  'labelSelector=app%3Dfuzz',
  'labelSelector=app%20in%20(a%2Cb)%2C!c',
  'labelSelector=a%3D%3D%3Db',
  'labelSelector=app%20in%20()',
  'labelSelector=Bad%20Key%3Dx',
  'labelSelector=x%3E3',
  'labelSelector=x%3Ey',
  'fieldSelector=metadata.name%3Dfuzz-a',
  'fieldSelector=metadata.name!%3Dfuzz-a%2Cmetadata.namespace%3Dx',
  'fieldSelector=spec.mode%3Dfast',
  'fieldSelector=spec.nothing%3Dx',
  'fieldSelector=metadata.name',
  'fieldSelector=status.phase%3DRunning',
  'fieldSelector=type%3DOpaque',
  'resourceVersion=0',
  'resourceVersion=1&resourceVersionMatch=Exact',
  'resourceVersionMatch=Exact',
  'resourceVersion=0&resourceVersionMatch=Exact',
  'resourceVersion=0&resourceVersionMatch=NotOlderThan&limit=1',
  'resourceVersion=x',
  'resourceVersion=-5',
  'resourceVersionMatch=Odd&resourceVersion=5',
  'timeoutSeconds=5',
  'timeoutSeconds=x',
  'sendInitialEvents=true',
  'allowWatchBookmarks=yes',
  'shardSelector=x',
];

const ACCEPTS = [
  'application/json',
  '*/*',
  'application/yaml',
  'text/plain',
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
  'application/json;as=Table;v=v2;g=meta.k8s.io',
  'application/json;as=Odd;v=v1;g=meta.k8s.io, application/json',
  'text/html, application/json;q=0.5',
  'application/*',
  'nonsense',
  '',
];

/** A query of a write, mostly none. */
export function writeQuery(draw: Draw): string {
  return chance(draw, 35) ? `?${drawn(draw, WRITE_OPTIONS)}` : '';
}

/** A query of a list. */
export function listQuery(draw: Draw): string {
  return `?${drawn(draw, LIST_OPTIONS)}${chance(draw, 30) ? `&${drawn(draw, LIST_OPTIONS)}` : ''}`;
}

/** What answers are asked for in, mostly JSON. */
export function acceptHeader(draw: Draw): string {
  return chance(draw, 15) ? drawn(draw, ACCEPTS) : 'application/json';
}
