/** What a reference names its image by. */
export type NamedBy = 'digest' | 'tag';

/** Where else an image may be read. */
export interface Mirror {
  /** Takes the place of the rule's prefix: `host[:port][/path]`. */
  readonly location: string;
  readonly insecure: boolean;
  /** References the mirror is for. */
  readonly for: readonly NamedBy[];
}

/** What holds for the images below a prefix. */
export interface RegistryRule {
  /** `host[:port][/path]`, or `*.host` for all hosts below one. */
  readonly prefix: string;
  /** What takes the prefix's place at the source itself; the prefix when absent. */
  readonly location?: string;
  /** In the order of trial, all before the source. */
  readonly mirrors: readonly Mirror[];
  /** Plain HTTP and unverified certificates are allowed at the source. */
  readonly insecure: boolean;
  /** References that may not be read at the source. */
  readonly blockedFor: readonly NamedBy[];
}

/** The rule with the longest fitting prefix, of `host/path`; a literal prefix before a wildcard of the same length. */
export function ruleFor(rules: readonly RegistryRule[], name: string): RegistryRule | undefined {
  const fitting = rules.filter(({ prefix }) => prefixLength(prefix, name) !== undefined);
  return fitting.reduce<RegistryRule | undefined>(
    (best, rule) => (best === undefined || rank(rule) > rank(best) ? rule : best),
    undefined,
  );
}

function rank({ prefix }: RegistryRule): number {
  return prefix.length * 2 - (prefix.startsWith('*.') ? 1 : 0);
}

/** How much of a name a prefix stands for, in characters; undefined when it does not fit. */
export function prefixLength(prefix: string, name: string): number | undefined {
  if (prefix.startsWith('*.')) {
    const host = /^[^/:]*/.exec(name)?.[0] ?? '';
    return host.endsWith(prefix.slice(1)) ? host.length : undefined;
  }
  if (!name.startsWith(prefix) || prefix === '') return undefined;
  const next = name[prefix.length];
  return next === undefined || next === '/' ? prefix.length : undefined;
}

/** Rules that allow plain HTTP and unverified certificates (CDIConfig, a cluster's Image configuration, `--insecure`). */
export function insecureRules(registries: readonly string[]): readonly RegistryRule[] {
  return registries.map((prefix) => ({ prefix, mirrors: [], insecure: true, blockedFor: [] }));
}
