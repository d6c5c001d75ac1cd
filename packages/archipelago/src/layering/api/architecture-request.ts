import { isArchitecture } from '../../api/architectures.ts';
import type { ArchitectureRequest, MachineOsConfig } from './machine-os-config.ts';

/** `all` or nothing at all: everything; else names, separated by commas. */
export function requestOf(text: string | undefined): ArchitectureRequest | undefined {
  if (text === undefined) return undefined;
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0 || words.includes('all')) return 'all';
  return words.every(isArchitecture) ? [...new Set(words)].sort() : undefined;
}

/** `amd64=2,arm64=1`; what is no count of an architecture is left out. */
export function rebuildsOf(text = ''): MachineOsConfig['rebuilds'] {
  const pairs = text.split(',').flatMap((pair) => {
    const [name = '', count = ''] = pair.split('=');
    return isArchitecture(name) && /^[0-9]{1,9}$/.test(count) ? [[name, Number(count)] as const] : [];
  });
  return Object.fromEntries(pairs);
}
