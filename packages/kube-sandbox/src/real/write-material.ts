import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KubernetesAuthority, newSigningKey } from './kubernetes-authority.ts';

/** Writes what a kube-apiserver reads: the authority, keys of service accounts, its own certificate. */
export async function writeMaterial(folder: string, authority: KubernetesAuthority): Promise<void> {
  const accounts = await newSigningKey();
  writeFileSync(join(folder, 'ca.crt'), authority.certificate);
  writeFileSync(join(folder, 'accounts.pub'), accounts.publicKey);
  writeFileSync(join(folder, 'accounts.key'), accounts.privateKey, { mode: 0o600 });
  await writeServerPair(folder, authority);
}

/** Writes another certificate for the server, of the same authority. */
export async function writeServerPair(folder: string, authority: KubernetesAuthority): Promise<void> {
  const { certificate, privateKey } = await authority.server();
  writeFileSync(join(folder, 'server.crt'), certificate);
  writeFileSync(join(folder, 'server.key'), privateKey, { mode: 0o600 });
}
