import type { Refusal } from '../refusals/refusal.ts';
import { refuse } from '../refusals/status.ts';
import { type MediaType, parseAccept } from './media-type.ts';

/** What the client wants to get. */
export interface Negotiated {
  readonly format: 'json' | 'yaml';
  /** Conversion asked for with `as=`. */
  readonly as: 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList' | undefined;
}

/** Whether `application/*` stands for JSON. */
type Subtypes = 'named' | 'any';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
/** What upstream names in its refusals; protobuf is not among the answers of this server. */
const PRODUCED = ['application/json', 'application/yaml', PROTOBUF];
const STREAMED = ['application/json;stream=watch', 'application/vnd.kubernetes.protobuf;stream=watch'];
const CONVERSIONS = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'] as const;

function unacceptable(watch: boolean): Refusal {
  const available = (watch ? [...PRODUCED, ...STREAMED] : PRODUCED).join(', ');
  const message = `406: Not Acceptable\n\nAvailable representations: ${available}`;
  return refuse({ code: 406, message, reason: 'NotAcceptable', details: {} });
}

/** The refusal when the media type is known and what it is asked to become is not. */
export function unsupportedRepresentation(): Refusal {
  const message = `only the following media types are accepted: ${PRODUCED.join(', ')}`;
  return refuse({ code: 406, message, reason: 'NotAcceptable' });
}

/** The refusal of a client that reads protobuf only. */
function noProtobuf(): Refusal {
  const message =
    'the embedded cluster does not implement answers in protobuf; accept application/json or application/yaml as well';
  return refuse({ code: 406, message, reason: 'NotAcceptable', details: {} });
}

function format({ type }: MediaType, subtypes: Subtypes): 'json' | 'yaml' | undefined {
  if (type === '*/*' || type === 'application/json') return 'json';
  if (type === 'application/*' && subtypes === 'any') return 'json';
  return type === 'application/yaml' ? 'yaml' : undefined;
}

function conversion(clause: MediaType): Negotiated['as'] | 'unknown' {
  const as = clause.parameters.get('as');
  if (as === undefined) return undefined;
  const known = CONVERSIONS.find((name) => name === as);
  const isMeta = clause.parameters.get('g') === 'meta.k8s.io' && clause.parameters.get('v') === 'v1';
  return known !== undefined && isMeta ? known : 'unknown';
}

/**
 * Picks the first representation of the Accept header this server can make. Requests to built-in kinds pass a router that
 * does not understand `application/*`; those to custom resources do not.
 */
export function negotiate(
  accept: string | undefined,
  watch: boolean,
  subtypes: Subtypes = 'named',
): Negotiated | Refusal {
  const clauses = parseAccept(accept);
  const routed = clauses.some(({ type }) => type === '*/*' || PRODUCED.includes(type));
  if (!routed && subtypes === 'named') return unacceptable(watch);
  for (const clause of clauses) {
    const chosen = format(clause, subtypes);
    const as = conversion(clause);
    if (chosen !== undefined && as !== 'unknown') return { format: chosen, as };
  }
  const onlyProtobuf = clauses.length > 0 && clauses.every(({ type }) => type === PROTOBUF);
  return onlyProtobuf ? noProtobuf() : unsupportedRepresentation();
}
