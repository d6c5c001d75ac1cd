import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DockerRegistry } from '../../test/support/docker-registry.ts';

/** What a registry was asked so far, by its own log: `GET /v2/os/manifests/latest 200`. */
export function requestsTo({ storage }: DockerRegistry): readonly string[] {
  const log = readFileSync(join(dirname(storage), 'docker-registry.log'), 'utf8');
  return [...log.matchAll(/ - - \[.*?\] "(\w+ \S+) HTTP\/1\.1" (\d+)/g)].map(
    ([, request = '', status = '']) => `${request} ${status}`,
  );
}
