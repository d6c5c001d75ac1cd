import type { ServerCertificates } from '../certificates/create-certificates.ts';
import type { MemoryStore } from '../storage/memory-store.ts';
import { areFresh, type Identity, readIdentity, writeIdentity } from './identity.ts';
import { type DataFolder, type DataFolderOptions, openDataFolder } from './open-data-folder.ts';

/** A cluster in a folder: its objects, and what it is known by. */
export interface KeptCluster
  extends Pick<DataFolder, 'isNew' | 'tell' | 'settle' | 'close'>,
    Pick<Identity, 'adminToken' | 'signingKey' | 'port'> {
  /** Those it has, if they serve for a while. */
  certificates(now: number): ServerCertificates | undefined;
  /** Keeps new ones, and gives them back. */
  keep(certificates: ServerCertificates): ServerCertificates;
  keepPort(port: number): void;
}

/** Fills an empty store from a folder and keeps it there; credentials that are missing are made of what `newSecret` gives. */
export function keepIn(options: DataFolderOptions, store: MemoryStore, newSecret: () => string): KeptCluster {
  const data = openDataFolder(options, store);
  const { folder } = data;
  try {
    let identity = readIdentity(folder) ?? {
      adminToken: newSecret().replaceAll('-', ''),
      signingKey: newSecret(),
      certificates: undefined,
      port: 0,
    };
    const change = (changes: Partial<Identity>) => {
      identity = { ...identity, ...changes };
      writeIdentity(folder, identity);
    };
    change({});
    const { adminToken, signingKey, port } = identity;
    const { isNew } = data;
    return {
      ...{ isNew, adminToken, signingKey, port },
      tell: (note) => data.tell(note),
      settle: () => data.settle(),
      close: () => data.close(),
      certificates: (now) =>
        identity.certificates !== undefined && areFresh(identity.certificates, now)
          ? identity.certificates
          : undefined,
      keep(certificates) {
        change({ certificates });
        return certificates;
      },
      keepPort(used) {
        if (used !== identity.port) change({ port: used });
      },
    };
  } catch (error) {
    data.abandon();
    throw error;
  }
}
