import type { JsonValue } from '@archipelago/apimachinery';

/** Something to tell about a configuration, an image, a build, a node or a virtual machine: the one shape that all of them have. */
export interface Finding {
  /** `error`: it does not work, and admission refuses it; `warning`: it may not work; `info`: good to know. */
  readonly level: 'error' | 'warning' | 'info';
  /** One CamelCase word for programs. */
  readonly reason: string;
  /** What it is about: the path of a field (`spec.certConfig.ca.duration`), or kind and name of an object. */
  readonly at?: string;
  /** What was found there. */
  readonly value?: JsonValue;
  /** What is wrong, for people. */
  readonly message: string;
  /** What to do about it, in the imperative. */
  readonly fix?: string;
}
