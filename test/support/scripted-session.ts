import {
  type Credential,
  type ImagePlace,
  newSession,
  parseImageReference,
  type RegistryLimits,
  type RegistrySession,
  standardLimits,
} from '@archipelago/oci-registry';
import { FakeClock } from './fake-clock.ts';
import { type Script, type ScriptedTransport, scriptedTransport } from './scripted-transport.ts';

/** A session whose time and network are the test's own. */
export interface ScriptedSession extends RegistrySession {
  readonly transport: ScriptedTransport;
  readonly clock: FakeClock;
}

/** Starts a session that asks a script; every wait is half of the longest it may be. */
export function scriptedSession(script: Script, limits: Partial<RegistryLimits> = {}): ScriptedSession {
  const [transport, clock] = [scriptedTransport(script), new FakeClock()];
  const session = newSession({ transport, clock, random: () => 0.5 }, { ...standardLimits, ...limits });
  return { ...session, transport, clock };
}

/** Ann, with her password. */
export const ann: Extract<Credential, { kind: 'password' }> = {
  kind: 'password',
  username: 'ann',
  password: 'secret',
};
export const annBasic = `Basic ${Buffer.from('ann:secret').toString('base64')}`;

/** Where an image is, and with which login of its registry it is read. */
export function placeOf(
  text: string,
  { credential, ...more }: Partial<ImagePlace> & { readonly credential?: Credential } = {},
): ImagePlace {
  const parsed = parseImageReference(text);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  const credentials = credential === undefined ? [] : [{ scope: parsed.value.registry, credential }];
  return {
    reference: parsed.value,
    insecure: false,
    access: { credentials, ca: undefined },
    signal: new AbortController().signal,
    ...more,
  };
}
