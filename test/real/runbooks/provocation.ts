/** How a person makes an alert fire on `archipelago up`. */
export interface Provocation {
  /** `process`: a cluster with an operator in a process of its own, which can be killed. */
  readonly platform: 'kubernetes' | 'openshift' | 'process';
  /** Commands that make it fire. */
  readonly provoke: string;
  /** Commands that remove the cause, where the page leaves that to who reads it: before the first step of a mitigation. */
  readonly remedy?: string;
  /** Commands that clear away what neither a mitigation nor a fresh spec removes. */
  readonly clear?: string;
  /** What words in capitals stand for in the page's commands. */
  readonly names?: Readonly<Record<string, string>>;
  /** Why nobody follows a mitigation here, by its title. */
  readonly leaves?: Readonly<Record<string, string>>;
  /** There is no HyperConverged to tell it: the operator's endpoint does. Or no operator: then only who asks hears it. */
  readonly tells?: 'endpoint' | 'nobody';
}
