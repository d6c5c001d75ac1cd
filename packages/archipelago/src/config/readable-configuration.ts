import { objectAt } from '@archipelago/apimachinery';
import { hyperConvergedName, hyperConvergedType } from '../api/hyper-converged-kind.ts';
import type { Configuration } from './framework/resolve.ts';
import type { FieldFinding } from './framework/setting.ts';
import { structure } from './structure.ts';
import { withoutMisshapen } from './without-misshapen.ts';

interface Readable {
  readonly configuration: Configuration;
  /** What is wrong with the settings that were left out. */
  readonly misshapen: readonly FieldFinding[];
}

/**
 * A stored configuration without settings in which fields have a shape that nothing can be computed with: it may be older than the definition,
 * and API servers let updates keep what they do not change.
 */
export function readableConfiguration(configuration: Configuration): Readable {
  const { written, spec } = configuration;
  const metadata = { name: hyperConvergedName };
  const { findings, misshapen } = structure({ ...hyperConvergedType, metadata, spec }, undefined);
  if (misshapen.length === 0) return { configuration, misshapen: [] };
  const readable = (of: typeof spec) => objectAt(withoutMisshapen({ spec: of }, misshapen), 'spec');
  return {
    configuration: { ...configuration, written: readable(written), spec: readable(spec) },
    misshapen: findings.filter(({ at }) => misshapen.includes(at)),
  };
}
