import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  type Credential,
  createRegistryClient,
  createRegistrySession,
  type HttpTransport,
  localNetworks,
  parseImageReference,
  type RegistryLimits,
  withInsecure,
} from '@archipelago/oci-registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type HeardRequest,
  type HostileHosts,
  type HostileRound,
  hostileAddresses,
  startHostileHosts,
} from '../support/hostile-hosts.ts';
import { type Draw, seededDraw } from '../support/seeded-random.ts';

const limits: Partial<RegistryLimits> = {
  attempts: 2,
  backoff: { baseMs: 1, capMs: 2 },
  children: 4,
  manifestBytes: 64 * 1024,
  configBytes: 64 * 1024,
  // less than any Retry-After of a second
  wholeMs: 900,
};
/** Of a round: its image, and manifest and config of four children, each twice, led on five times with a login and without. */
const mostRequests = 10 * 2 * (2 * 6 + 2);
/** What one answer may send into the buffers of the system before its reader has gone. */
const mostBytes = 24 * 1024 * 1024;
const mostHeapGrowth = 48 * 1024 * 1024;
const atOnce = 16;
const moods: readonly HostileRound['mood'][] = [
  'asks for a login',
  'leads on',
  'leads on for ever',
  'is kind',
  'raves',
];

/** Lets registries answer whatever they like, so many times; what they do is the same for the same seed. */
export function testHostileRegistries(rounds: number, seed: number): void {
  describe(`${rounds} hostile registries (seed ${seed})`, () => {
    let hosts: HostileHosts;
    let transport: HttpTransport;
    const warnings: string[] = [];
    const warned = ({ message }: Error) => void warnings.push(message);

    beforeAll(async () => {
      process.on('warning', warned);
      hosts = await startHostileHosts();
      const { registry, others } = hostileAddresses;
      const allowedHosts = [registry, ...others];
      const addresses = () => ({ refused: localNetworks, refusedWhenLed: [], allowedHosts });
      transport = createRegistrySession({ addresses }).transport;
    });

    afterAll(async () => {
      process.off('warning', warned);
      transport.close();
      await hosts.stop();
    });

    it('get no login but their own, and no more than there is to ask', async () => {
      const seen = new Sightings();
      await play({ hosts, transport, seed }, [0, Math.min(200, rounds)], seen);
      const before = heapUsed();
      await play({ hosts, transport, seed }, [200, rounds], seen);
      expect(seen.leaks).toEqual([]);
      expect(seen.mostRequests).toBeLessThanOrEqual(mostRequests);
      expect(hosts.longestBytes()).toBeLessThan(mostBytes);
      expect(heapUsed() - before).toBeLessThan(mostHeapGrowth);
      expect(warnings).toEqual([]);
      // otherwise nothing was examined
      expect([...seen.kinds.keys()]).toEqual(
        expect.arrayContaining(['ok', 'malformed', 'refused', 'unauthorized']),
      );
      expect(hosts.longestBytes()).toBeGreaterThan(0);
      expect(seen.mostRequests).toBeGreaterThan(5);
      for (const count of [seen.logins, seen.loginsElsewhere, seen.requestsElsewhere])
        expect(count).toBeGreaterThan(rounds / 1000);
    });
  });
}

interface Stage {
  readonly hosts: HostileHosts;
  readonly transport: HttpTransport;
  readonly seed: number;
}

async function play(stage: Stage, [first, end]: readonly [number, number], seen: Sightings): Promise<void> {
  let next = first;
  const worker = async () => {
    while (next < end) await playOne(stage, next++, seen);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function playOne({ hosts, transport, seed }: Stage, number: number, seen: Sightings): Promise<void> {
  const draw = seededDraw(seed + number * 7919);
  const name = `case-${number}`;
  const mood = moods[number % moods.length] ?? 'raves';
  const round: HostileRound = { draw, mood, heard: [], contents: new Map() };
  hosts.rounds.set(name, round);
  const insecure = draw(2) === 0;
  const host = `${hostileAddresses.registry}:${insecure ? hosts.ports.plain : hosts.ports.tls}`;
  const client = createRegistryClient({ transport, limits, random: () => draw(1000) / 1000 });
  const reference = parseImageReference(`${host}/${name}/os:1`);
  if (reference.kind === 'refused') throw new Error(reference.reason);
  const stranger = passwordOf(`stranger-${name}.`);
  const strangers = hostileAddresses.others.flatMap((other) =>
    Object.values(hosts.ports).map((port) => ({ scope: `${other}:${port}`, credential: stranger })),
  );
  const credentials = [{ scope: host, credential: credentialOf(draw, name) }, ...strangers];
  const found = await client.inspect(reference.value, {
    access: { credentials, ca: hosts.caCertificate },
    rules: insecure ? withInsecure([], [host]) : [],
    sizes: draw(2) === 0,
    signal: new AbortController().signal,
  });
  hosts.rounds.delete(name);
  seen.add({ name, insecure, heard: round.heard, kind: found.kind });
}

const passwordOf = (password: string): Credential => ({ kind: 'password', username: 'ann', password });

function credentialOf(draw: Draw, name: string): Credential {
  const kind = draw(4);
  if (kind === 0) return { kind: 'identityToken', token: `identity-${name}.` };
  return kind === 1 ? { kind: 'registryToken', token: `given-${name}.` } : passwordOf(`secret-${name}.`);
}

/** What hosts heard that they must not, and how much was tried. */
class Sightings {
  readonly leaks: string[] = [];
  readonly kinds = new Map<string, number>();
  mostRequests = 0;
  logins = 0;
  loginsElsewhere = 0;
  requestsElsewhere = 0;

  add({ name, insecure, heard, kind }: Played): void {
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    this.mostRequests = Math.max(this.mostRequests, heard.length);
    for (const each of heard) this.#hear(each, secretsIn(each, name), insecure);
  }

  #hear(request: HeardRequest, secrets: readonly string[], insecure: boolean): void {
    const isHome = request.address === hostileAddresses.registry;
    const hasLogin = secrets.length > 0;
    if (isHome) this.logins += hasLogin ? 1 : 0;
    else {
      this.requestsElsewhere += 1;
      this.loginsElsewhere += hasLogin ? 1 : 0;
    }
    const isAstray = request.path.includes('/astray/') && hasLogin;
    const mayHear = isHome || secrets.every((secret) => mayLeave(secret, request, insecure));
    if (!mayHear || isAstray || !isKnown(request) || secrets.includes('stranger'))
      this.leaks.push(`${request.address} ${request.text}`);
  }
}

interface Played {
  readonly name: string;
  readonly insecure: boolean;
  readonly heard: readonly HeardRequest[];
  readonly kind: string;
}

function isKnown({ address }: HeardRequest): boolean {
  return [hostileAddresses.registry, ...hostileAddresses.others].some((known) => known === address);
}

/** Logins go to the token service that a registry with a right certificate names; nothing else goes anywhere. */
function mayLeave(secret: string, { path }: HeardRequest, insecure: boolean): boolean {
  return !insecure && path.startsWith('/realm/') && ['secret', 'identity'].includes(secret);
}

/** Which of the round's secrets a request has, also within a password's Base64. */
function secretsIn({ text }: HeardRequest, name: string): readonly string[] {
  const encoded = [...text.matchAll(/Basic ([\w+/=]+)/g)].map(([, each = '']) =>
    Buffer.from(each, 'base64').toString(),
  );
  const all = [text, ...encoded].join(' ');
  return ['stranger', 'secret', 'identity', 'given', 'granted'].filter((kind) =>
    all.includes(`${kind}-${name}.`),
  );
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
