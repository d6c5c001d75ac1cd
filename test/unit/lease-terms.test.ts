import { expect, test } from 'vitest';
import { auditedWrites, judgeTerms } from '../support/lease-terms.ts';

const user = 'operator';

interface Line {
  readonly client: string;
  readonly at: number;
  readonly lease?: string;
  readonly verb?: string;
  readonly code?: number;
  readonly sent?: number;
  readonly who?: string;
  readonly kind?: string;
}

/** An event of the log; `at` is its revision, and half of its time. */
function line({ client, at, lease, verb = 'update', code = 200, sent = at - 1, who = user, kind }: Line) {
  const time = (offset: number) => `2026-01-01T00:00:00.${String(at * 10 + offset).padStart(6, '0')}Z`;
  const isGone = verb === 'delete';
  return JSON.stringify({
    user: { username: who },
    userAgent: client,
    verb,
    requestURI: `/${at}`,
    objectRef: { resource: lease === undefined ? (kind ?? 'kubevirts') : 'leases' },
    responseStatus: { code },
    requestReceivedTimestamp: time(0),
    stageTimestamp: time(8),
    ...(isGone ? {} : { requestObject: { metadata: { resourceVersion: String(sent) } } }),
    ...(isGone ? {} : { responseObject: { metadata: { resourceVersion: String(at) } } }),
    ...(lease === undefined ? {} : { requestObject: { metadata: {}, spec: { holderIdentity: lease } } }),
  });
}

const a = { client: 'a', at: 1, lease: 'A' };
const b = { client: 'b', at: 5, lease: 'B' };

test.each<[string, readonly Line[], readonly string[]]>([
  ['writes in their terms', [a, { client: 'a', at: 2 }, b, { client: 'b', at: 6 }], []],
  ['of who was followed', [a, b, { client: 'a', at: 6 }], ['/6']],
  ['of who is not yet', [a, { client: 'b', at: 4 }, b], ['/4']],
  ['of who never was', [a, { client: 'c', at: 2 }], ['/2']],
  ['before anybody was', [{ client: 'a', at: 0 }, a], ['/0']],
  ['late in the log only', [a, b, { client: 'a', at: 4 }], []],
  ['that was refused', [a, b, { client: 'a', at: 6, code: 409 }], []],
  ['that changed nothing', [a, b, { client: 'a', at: 6, sent: 6 }], []],
  ['of an event', [a, b, { client: 'a', at: 6, kind: 'events' }], []],
  ['of another user', [a, b, { client: 'a', at: 6, who: 'admin' }], []],
  ['a deletion in its term', [a, { client: 'a', at: 2, verb: 'delete' }, b], []],
  ['a deletion after it', [a, b, { client: 'a', at: 6, verb: 'delete' }], ['/6']],
  ['a deletion while another takes over', [a, b, { client: 'a', at: 5, verb: 'delete' }], ['/5']],
  ['a question', [a, b, { client: 'a', at: 6, verb: 'create', kind: 'selfsubjectaccessreviews' }], []],
  ['a look', [a, b, { client: 'a', at: 6, verb: 'get' }], []],
])('tells writes of who does not hold the lease: %s', (_, lines, expected) => {
  const { byNonHolders } = judgeTerms(auditedWrites([...lines.map(line), '{"cut'].join('\n'), user));
  expect(byNonHolders.map(({ uri }) => uri)).toEqual(expected);
});

test('tells the holders in the order of the store, and who takes the lease for another', () => {
  const lines = [b, { client: 'a', at: 3, lease: 'A' }, { client: 'b', at: 9, lease: 'A' }, a];
  const { holders, impostors } = judgeTerms(auditedWrites(lines.map(line).join('\n'), user));
  expect(holders).toEqual(['A', 'B', 'A']);
  expect(impostors.map(({ uri }) => uri)).toEqual(['/9']);
});
