import { type JsonObject, objectAt, valueAt } from '@archipelago/apimachinery';
import type { DerivedInputs, Inputs } from '../cluster-facts/inputs.ts';
import { annotationsOf } from './annotations-of.ts';
import { deriveFacts } from './derive-facts.ts';
import { type Configuration, type Resolution, resolve } from './framework/resolve.ts';
import { settings } from './settings.ts';

/** A configuration on a cluster: what each setting comes to there. */
export interface Configured extends DerivedInputs {
  readonly configuration: Configuration;
  readonly resolution: Resolution;
}

/** The first step of the pipeline. Pure: the same configuration and inputs always come to the same. */
export function configure(configuration: Configuration, inputs: Inputs): Configured {
  const placement = valueAt(configuration.spec, 'workloads', 'nodePlacement');
  const derived = { ...inputs, facts: deriveFacts(inputs.facts, placement) };
  return { ...derived, configuration, resolution: resolve(settings, configuration, derived) };
}

/** A HyperConverged as it is stored: admission has completed it. */
export function configurationOf(object: JsonObject): Configuration {
  const spec = objectAt(object, 'spec');
  return { written: spec, spec, annotations: annotationsOf(object) };
}
