import { insecureRules, prefixLength, type RegistryRule } from './registry-rule.ts';

/**
 * The rules, with these registries allowed to be insecure whatever rule is about them: CDI takes a registry's word for
 * all of its images, while the most telling rule alone counts here.
 */
export function withInsecure(
  rules: readonly RegistryRule[],
  registries: readonly string[],
): readonly RegistryRule[] {
  const isInsecure = (name: string) =>
    registries.some((registry) => prefixLength(registry, name) !== undefined);
  const known = new Set(rules.map(({ prefix }) => prefix));
  return [
    ...rules.map((rule) => ({
      ...rule,
      insecure: rule.insecure || isInsecure(rule.location ?? rule.prefix),
      mirrors: rule.mirrors.map((mirror) => ({
        ...mirror,
        insecure: mirror.insecure || isInsecure(mirror.location),
      })),
    })),
    ...insecureRules(registries.filter((registry) => !known.has(registry))),
  ];
}
