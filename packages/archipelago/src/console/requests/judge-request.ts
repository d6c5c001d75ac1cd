/** What a request says of itself. */
export interface RequestHead {
  readonly method: string;
  /** The path with its query, as it was sent. */
  readonly target: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`; undefined: the browser does not say. */
  readonly site: string | undefined;
}

/** Why a request is not answered. */
export interface Refusal {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
}

/** How browsers call the console. */
interface OwnNames {
  /** With the port, where it is not the usual one. */
  readonly hosts: readonly string[];
  readonly scheme: 'http' | 'https';
}

/**
 * Refuses what no page of the console and nobody who follows its link sends, before anything is looked at: a name that was bent to this
 * machine (DNS rebinding), pages of other origins, writes of unknown origin.
 */
export function judgeRequest(head: RequestHead, { hosts, scheme }: OwnNames): Refusal | undefined {
  if (head.host === undefined || !hosts.includes(head.host.toLowerCase()))
    return refusal(421, 'OtherHost', `this is the console of ${hosts[0] ?? ''}`);
  if (!head.target.startsWith('/')) return refusal(400, 'BadTarget', 'the target must be a path');
  return head.target.startsWith('/api/')
    ? judgeCaller(head, `${scheme}://${head.host.toLowerCase()}`)
    : undefined;
}

function judgeCaller({ method, origin, site }: RequestHead, own: string): Refusal | undefined {
  if (origin !== undefined && origin !== own)
    return refusal(403, 'OtherOrigin', 'asked for by a page of another origin');
  if (site !== undefined && site !== 'same-origin')
    return refusal(403, 'OtherSite', 'asked for by another site, or by no page');
  if (!['GET', 'HEAD'].includes(method) && origin === undefined)
    return refusal(403, 'UnknownOrigin', 'a write must name its origin');
  return undefined;
}

function refusal(status: number, reason: string, message: string): Refusal {
  return { status, reason, message };
}
