import { isJsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';

/** A write that an API server's audit log tells of; levels below RequestResponse leave out most of it. */
interface AuditedWrite {
  /** Who sent it, as its user agent says. */
  readonly client: string;
  readonly verb: string;
  readonly resource: string;
  readonly uri: string;
  readonly code: number;
  /** With microseconds, in one format: their order is that of the texts. */
  readonly received: string;
  readonly completed: string;
  /** Version of the object that was sent, and of the one that was answered. */
  readonly sentVersion: string;
  readonly revision: string;
  /** Of a Lease that was sent. */
  readonly holder: string;
}

const writing = ['create', 'update', 'patch', 'delete', 'deletecollection'];

/** Questions in the form of a creation: nothing is stored. */
const questions = ['selfsubjectaccessreviews', 'subjectaccessreviews', 'tokenreviews'];

/** The writes of one user in an audit log, in the order of the log. */
export function auditedWrites(log: string, user: string): readonly AuditedWrite[] {
  return log.split('\n').flatMap((line) => {
    // the last line may not have been written to its end
    if (!line.endsWith('}')) return [];
    const event: JsonValue = JSON.parse(line);
    const text = (...path: readonly string[]) => {
      const value = isJsonObject(event) ? valueAt(event, ...path) : undefined;
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    };
    if (text('user', 'username') !== user || !writing.includes(text('verb'))) return [];
    if (questions.includes(text('objectRef', 'resource'))) return [];
    return [
      {
        client: text('userAgent'),
        verb: text('verb'),
        resource: text('objectRef', 'resource'),
        uri: text('requestURI'),
        code: Number(text('responseStatus', 'code')),
        received: text('requestReceivedTimestamp'),
        completed: text('stageTimestamp'),
        sentVersion: text('requestObject', 'metadata', 'resourceVersion'),
        revision: text('responseObject', 'metadata', 'resourceVersion'),
        holder: text('requestObject', 'spec', 'holderIdentity'),
      },
    ];
  });
}

/** What the log says about who held the lease, and who wrote. */
interface Terms {
  /** Holders one after the other. */
  readonly holders: readonly string[];
  /** Writes that were accepted and changed something; the Lease's own and events are left out. */
  readonly accepted: number;
  /** Of them those that somebody else's term, or nobody's, has seen. */
  readonly byNonHolders: readonly AuditedWrite[];
  /** Writes of the Lease in another's name. */
  readonly impostors: readonly AuditedWrite[];
  /** Events that were accepted: they tell what was done, and may be late. */
  readonly events: number;
  readonly refused: number;
}

/**
 * Judges writes by the order in which the server's store has taken them: its revisions count all objects together, so that each
 * write lies after exactly one write of the Lease, whose holder must be who sent it. No clock plays a part. A deletion has no
 * revision: nobody but its sender may have held the lease from the moment it came in until it was answered.
 */
export function judgeTerms(writes: readonly AuditedWrite[]): Terms {
  const taken = writes.filter(({ code }) => code >= 200 && code < 300);
  const leases = taken
    .filter(({ resource }) => resource === 'leases')
    .sort((a, b) => Number(a.revision) - Number(b.revision));
  const names = new Map<string, string>();
  for (const { client, holder } of leases) if (!names.has(client)) names.set(client, holder);
  const others = taken.filter((write) => !['leases', 'events'].includes(write.resource) && !isIdle(write));
  return {
    holders: leases.map(({ holder }) => holder).filter((holder, index, all) => holder !== all[index - 1]),
    accepted: others.length,
    byNonHolders: others.filter((write) => !isInTerm(write, leases, names.get(write.client))),
    impostors: leases.filter(({ client, holder }) => names.get(client) !== holder),
    events: taken.filter(({ resource }) => resource === 'events').length,
    refused: writes.length - taken.length,
  };
}

/** Taken, and nothing was changed by it: the answer is the version that was sent. */
function isIdle({ verb, sentVersion, revision }: AuditedWrite): boolean {
  return verb !== 'delete' && revision !== '' && revision === sentVersion;
}

function isInTerm(write: AuditedWrite, leases: readonly AuditedWrite[], name: string | undefined): boolean {
  const possible =
    write.verb === 'delete' || write.revision === ''
      ? holdersDuring(write, leases)
      : leases.filter(({ revision }) => Number(revision) < Number(write.revision)).slice(-1);
  return possible.length > 0 && possible.every(({ holder }) => holder === name);
}

/** The last write of the Lease that was surely there before, and all that may have come until the end. */
function holdersDuring(
  { received, completed }: AuditedWrite,
  leases: readonly AuditedWrite[],
): readonly AuditedWrite[] {
  const before = leases.filter((lease) => lease.completed < received);
  const meanwhile = leases.filter((lease) => lease.completed >= received && lease.received <= completed);
  return [...before.slice(-1), ...meanwhile];
}
