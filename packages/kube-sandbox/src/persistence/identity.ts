import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isJsonObject,
  type JsonObject,
  numberAt,
  objectAt,
  parseJson,
  textAt,
} from '@archipelago/apimachinery';
import type { ServerCertificates } from '../certificates/create-certificates.ts';
import { DataFolderError } from './data-folder-error.ts';
import { replaceFile } from './replace-file.ts';

/** What a cluster is known by, and what must outlive it where its clients do. */
export interface Identity {
  /** Of the administrator. */
  readonly adminToken: string;
  /** Under which tokens are made. */
  readonly signingKey: string;
  /** Undefined before HTTPS was served. */
  readonly certificates: ServerCertificates | undefined;
  /** Where it was served last; 0 before that. */
  readonly port: number;
}

const name = 'identity.json';
const format = 1;

/** What a folder holds of it; undefined: nothing yet. Throws a DataFolderError where it cannot be read. */
export function readIdentity(folder: string): Identity | undefined {
  const path = join(folder, name);
  if (!existsSync(path)) return undefined;
  const value = parsed(readFileSync(path, 'utf8'));
  const [adminToken, signingKey] = [textAt(value, 'adminToken'), textAt(value, 'signingKey')];
  if (numberAt(value, 'format') !== format || adminToken === '' || signingKey === '')
    throw new DataFolderError(
      'damaged',
      `${path} cannot be read; remove it, and the cluster gets new credentials`,
    );
  return {
    adminToken,
    signingKey,
    certificates: certificatesOf(objectAt(value, 'certificates')),
    port: numberAt(value, 'port') ?? 0,
  };
}

export function writeIdentity(folder: string, identity: Identity): void {
  const { certificates, ...rest } = identity;
  const held = certificates === undefined ? {} : { certificates };
  replaceFile(join(folder, name), `${JSON.stringify({ format, ...rest, ...held }, null, 2)}\n`, true);
}

function parsed(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function certificatesOf(value: JsonObject): ServerCertificates | undefined {
  const [caCertificate, certificate, privateKey] = ['caCertificate', 'certificate', 'privateKey'].map(
    (field) => textAt(value, field),
  );
  return caCertificate && certificate && privateKey ? { caCertificate, certificate, privateKey } : undefined;
}

const month = 30 * 24 * 3600 * 1000;

/** Whether certificates serve for a month more. */
export function areFresh({ certificate }: ServerCertificates, now: number): boolean {
  try {
    return Date.parse(new X509Certificate(certificate).validTo) > now + month;
  } catch {
    return false;
  }
}
