import type { CelValue } from '../values/cel-value.ts';
import type { Attribute } from './attribute.ts';
import type { Frame } from './cost-tracker.ts';

interface StepBase {
  /** The node whose result this step gives; changes when an attribute is selected from further. */
  readonly id: () => number;
  readonly evaluate: (frame: Frame) => CelValue;
}

export interface ConstStep extends StepBase {
  readonly kind: 'const';
  readonly value: CelValue;
}

export interface AttributeStep extends StepBase {
  readonly kind: 'attribute';
  readonly attribute: Attribute;
}

export interface PlainStep extends StepBase {
  readonly kind: 'plain';
}

/** An expression ready to be evaluated, in the shape the server's interpreter has, because its costs follow the shape. */
export type Step = ConstStep | AttributeStep | PlainStep;
