import { type JsonObject, type JsonValue, jsonEqual, valueAt } from '@archipelago/apimachinery';
import type { ClusterFacts } from '../cluster-facts/cluster-facts.ts';
import type { DeploymentParameters, DerivedInputs, Inputs } from '../cluster-facts/inputs.ts';
import { type Configured, configurationOf, configure } from '../config/configure.ts';
import { deriveFacts } from '../config/derive-facts.ts';
import { type Desired, desire } from '../config/desire.ts';
import { once } from '../config/framework/once.ts';
import type { Configuration } from '../config/framework/resolve.ts';
import type { FieldFinding } from '../config/framework/setting.ts';
import { readableConfiguration } from '../config/readable-configuration.ts';
import type { Owner, Rendered } from '../config/render.ts';
import { review } from '../config/review.ts';
import type { Refusals } from '../reconcile/configuration-in-force.ts';
import { drawImportSchedule, type FactsMirror, gatherFacts, memoryOf } from './gather-inputs.ts';
import type { GoldenImages } from './golden-images/golden-images.ts';
import { ownerOf, statusIn } from './hyper-converged.ts';
import { remembering } from './remembering.ts';

interface DesiredStateOptions {
  readonly mirror: FactsMirror;
  readonly images: Pick<GoldenImages, 'importer' | 'answers'>;
  readonly deployment: DeploymentParameters;
  readonly namespace: string;
  readonly random: () => number;
}

/** What a configuration comes to, each step when it is asked for. */
export interface Outcome {
  /** Without what cannot be computed with. */
  readonly configured: Configured;
  /** What is wrong with the settings that were left out for that. */
  readonly misshapen: readonly FieldFinding[];
  readonly refusals: () => Refusals;
  readonly desired: () => Desired;
}

/**
 * What a HyperConverged comes to on the mirrored cluster. Most passes follow from news of operands, which change nothing here:
 * then nothing is computed, and the very objects of the last pass come back.
 */
export class DesiredState {
  readonly #options: DesiredStateOptions;
  readonly #written = outcomes();
  readonly #accepted = outcomes();
  readonly #readable = remembering(readableConfiguration);
  readonly #factsOf = remembering(({ facts, placement }: PlacedFacts) => deriveFacts(facts, placement));
  #schedule: string | undefined;

  constructor(options: DesiredStateOptions) {
    this.#options = options;
  }

  /** Of the configuration that is written. */
  of(object: JsonObject): Outcome {
    const { configuration, misshapen } = this.#readable(configurationOf(object));
    return this.#written({ ...this.#given(object, configuration), misshapen });
  }

  /** Of one that was accepted before. */
  ofAccepted(object: JsonObject, configuration: Configuration): Outcome {
    return this.#accepted(this.#given(object, configuration));
  }

  /** What the object meets, before its configuration is looked at: for admission's defaults. */
  inputsFor(object: JsonObject): DerivedInputs {
    const inputs = this.#inputs(object);
    const placement = valueAt(object, 'spec', 'workloads', 'nodePlacement');
    return { ...inputs, facts: this.#factsOf({ facts: inputs.facts, placement }) };
  }

  #given(object: JsonObject, configuration: Configuration): Given {
    const owner = ownerOf(object, this.#options.namespace);
    return { configuration, inputs: this.#inputs(object), owner, misshapen: [] };
  }

  #inputs(object: JsonObject): Inputs {
    const { mirror, images, deployment, namespace, random } = this.#options;
    this.#schedule ??= drawImportSchedule(random);
    return {
      facts: gatherFacts(mirror),
      deployment: { ...deployment, operatorNamespace: namespace, goldenImageImporter: images.importer() },
      memory: memoryOf(statusIn(object), this.#schedule),
      answers: images.answers(),
    };
  }
}

/** The last outcome is remembered, and operands that an edit does not concern have the very manifests of before. */
function outcomes(): (given: Given) => Outcome {
  let last: readonly Rendered[] = [];
  return remembering((given) =>
    outcomeOf(given, (operands) => {
      last = operands.map((one) => withManifestOf(last, one));
      return last;
    }),
  );
}

function outcomeOf(
  { configuration, inputs, owner, misshapen }: Given,
  known: (operands: readonly Rendered[]) => readonly Rendered[],
): Outcome {
  const configured = configure(configuration, inputs);
  const desired = once(() => {
    const made = desire(configured, owner);
    return { ...made, operands: known(made.operands) };
  });
  const refusals = once(() => ({
    settings: [...misshapen, ...review(configured).filter(isError)],
    patches: desired().findings.filter(isError),
  }));
  return { configured, misshapen, desired, refusals };
}

function isError({ level }: FieldFinding): boolean {
  return level === 'error';
}

/**
 * An edit changes one operand; the manifests of the others are the very ones of before, so that nothing about them is looked into again.
 * Their causes may be others, and are computed when somebody asks.
 */
function withManifestOf(last: readonly Rendered[], now: Rendered): Rendered {
  const { operand } = now;
  const before = last.find((one) => one.operand === operand && jsonEqual(one.manifest, now.manifest));
  if (before === undefined) return now;
  return {
    operand,
    manifest: before.manifest,
    get causes() {
      return now.causes;
    },
  };
}

interface PlacedFacts {
  readonly facts: ClusterFacts;
  readonly placement: JsonValue | undefined;
}

interface Given {
  readonly configuration: Configuration;
  readonly inputs: Inputs;
  readonly owner: Owner;
  readonly misshapen: readonly FieldFinding[];
}
