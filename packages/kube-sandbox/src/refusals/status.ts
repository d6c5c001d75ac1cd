import type { FieldError, JsonObject } from '@archipelago/apimachinery';
import { Refusal } from './refusal.ts';

/** A resource or kind as `Status.details` names it. */
interface Subject {
  readonly group: string;
  /** Plural resource name, or the kind in refusals of `Invalid`. */
  readonly resource: string;
}

interface Failure {
  readonly code: number;
  readonly message: string;
  readonly reason?: string;
  readonly details?: JsonObject;
  readonly retryAfter?: number;
}

/** Builds a refusal with the fields of meta/v1 Status in the API server's order. */
export function refuse(failure: Failure): Refusal {
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: failure.message,
    ...(failure.reason === undefined ? {} : { reason: failure.reason }),
    ...(failure.details === undefined ? {} : { details: failure.details }),
    code: failure.code,
  };
  return new Refusal(status, failure.code, failure.retryAfter);
}

/** `widgets.example.com`, or `configmaps` in the core group. */
export function qualified(subject: Subject): string {
  return subject.group === '' ? subject.resource : `${subject.resource}.${subject.group}`;
}

function details(subject: Subject, name: string): JsonObject {
  return {
    ...(name === '' ? {} : { name }),
    ...(subject.group === '' ? {} : { group: subject.group }),
    ...(subject.resource === '' ? {} : { kind: subject.resource }),
  };
}

export function notFound(subject: Subject, name: string): Refusal {
  const message = `${qualified(subject)} "${name}" not found`;
  return refuse({ code: 404, message, reason: 'NotFound', details: details(subject, name) });
}

export function alreadyExists(subject: Subject, name: string, prefix = ''): Refusal {
  const message = `${prefix}${qualified(subject)} "${name}" already exists`;
  return refuse({ code: 409, message, reason: 'AlreadyExists', details: details(subject, name) });
}

export function conflict(subject: Subject, name: string, problem: string): Refusal {
  const message = `Operation cannot be fulfilled on ${qualified(subject)} "${name}": ${problem}`;
  return refuse({ code: 409, message, reason: 'Conflict', details: details(subject, name) });
}

/** The conflict of an update whose resourceVersion is not the stored one. */
export function modified(subject: Subject, name: string): Refusal {
  return conflict(
    subject,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  );
}

export function forbidden(subject: Subject, name: string, problem: string, causes?: JsonObject[]): Refusal {
  const shown = name === '' ? qualified(subject) : `${qualified(subject)} "${name}"`;
  return refuse({
    code: 403,
    message: `${shown} is forbidden: ${problem}`,
    reason: 'Forbidden',
    details: { ...details(subject, name), ...(causes === undefined ? {} : { causes }) },
  });
}

/** A refusal for invalid fields; `subject.resource` is the kind. Equal messages are told once, causes all. */
export function invalid(subject: Subject, name: string, errors: readonly FieldError[]): Refusal {
  const texts = [...new Set(errors.map((error) => `${error.field}: ${error.message}`))];
  const told = texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`;
  const causes = errors.map((error) => ({ reason: error.type, message: error.message, field: error.field }));
  return refuse({
    code: 422,
    message: `${qualified(subject)} "${name}" is invalid: ${told}`,
    reason: 'Invalid',
    details: { ...details(subject, name), causes },
  });
}

export function badRequest(message: string): Refusal {
  return refuse({ code: 400, message, reason: 'BadRequest' });
}

export function methodNotAllowed(): Refusal {
  const message = 'the server does not allow this method on the requested resource';
  return refuse({ code: 405, message, reason: 'MethodNotAllowed', details: {} });
}

export function unknownResource(): Refusal {
  const message = 'the server could not find the requested resource';
  return refuse({ code: 404, message, reason: 'NotFound', details: {} });
}

/** An error without a reason, as the API server answers for errors it does not classify. */
export function internal(message: string): Refusal {
  return refuse({ code: 500, message });
}

/** An error that the API server classifies as its own. */
export function internalError(problem: string): Refusal {
  return refuse({
    code: 500,
    message: `Internal error occurred: ${problem}`,
    reason: 'InternalError',
    details: { causes: [{ message: problem }] },
  });
}

/** A request whose webhooks took longer than it may take in all. */
export function timedOut(): Refusal {
  return refuse({
    code: 504,
    message: 'Timeout: request did not complete within requested timeout',
    reason: 'Timeout',
    details: {},
  });
}

/** A request that calls this server by a name that is none of its own. */
export function foreignHost(): Refusal {
  return refuse({
    code: 403,
    reason: 'Forbidden',
    message: 'the Host of the request is not this server: call it 127.0.0.1 or localhost',
  });
}

/** A feature of the API this server does not have yet. */
export function notImplemented(what: string): Refusal {
  return refuse({
    code: 501,
    message: `the embedded cluster does not implement ${what}`,
    reason: 'NotImplemented',
  });
}

export function tooLarge(message: string): Refusal {
  return refuse({
    code: 413,
    message: `Request entity too large: ${message}`,
    reason: 'RequestEntityTooLarge',
  });
}

export function expired(message: string): Refusal {
  return refuse({ code: 410, message, reason: 'Expired' });
}

/** A read at a revision the store has not reached. */
export function tooLargeResourceVersion(wanted: number, current: number): Refusal {
  return refuse({
    code: 504,
    message: `Timeout: Too large resource version: ${wanted}, current: ${current}`,
    reason: 'Timeout',
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
    retryAfter: 1,
  });
}
