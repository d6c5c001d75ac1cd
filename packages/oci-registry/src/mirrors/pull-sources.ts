import type { ImageReference } from '../references/image-reference.ts';
import { parseRegistry } from '../references/registry-host.ts';
import { type NamedBy, prefixLength, type RegistryRule, ruleFor } from './registry-rule.ts';

/** A place to read an image at. */
export interface PullSource {
  readonly reference: ImageReference;
  readonly insecure: boolean;
  readonly isMirror: boolean;
  /** Reading there is forbidden; it is listed so that it can be said. */
  readonly blocked: boolean;
}

/** Where to read an image, in order: the mirrors of its rule, then the source itself. Pushing never goes to a mirror. */
export function pullSources(
  reference: ImageReference,
  rules: readonly RegistryRule[],
): readonly PullSource[] {
  const name = `${reference.registry}/${reference.repository}`;
  const rule = ruleFor(rules, name);
  if (rule === undefined) return [{ reference, insecure: false, isMirror: false, blocked: false }];
  const namedBy: NamedBy = reference.digest === undefined ? 'tag' : 'digest';
  const places = [
    ...rule.mirrors
      .filter((mirror) => mirror.for.includes(namedBy))
      .map(({ location, insecure }) => ({ location, insecure, isMirror: true })),
    { location: rule.location ?? rule.prefix, insecure: rule.insecure, isMirror: false },
  ];
  return places.flatMap(({ location, insecure, isMirror }) => {
    const moved = location.startsWith('*.') ? reference : move(reference, rule.prefix, location);
    if (moved === undefined) return [];
    const own = ruleFor(rules, `${moved.registry}/${moved.repository}`);
    return [
      {
        reference: moved,
        insecure: insecure || own?.insecure === true,
        isMirror,
        blocked: (isMirror ? own : rule)?.blockedFor.includes(namedBy) === true,
      },
    ];
  });
}

/** Whether the rules let this registry be spoken to without TLS verification; for pushing and listing. */
export function isInsecure(rules: readonly RegistryRule[], registry: string, repository: string): boolean {
  return ruleFor(rules, `${registry}/${repository}`)?.insecure === true;
}

/** Undefined when the new place is no place for an image: a host alone whose rule stood for the whole name. */
function move(reference: ImageReference, prefix: string, location: string): ImageReference | undefined {
  const name = `${reference.registry}/${reference.repository}`;
  const rest = name.slice(prefixLength(prefix, name) ?? 0);
  const [host = '', ...path] = `${location.replace(/\/+$/, '')}${rest}`.split('/');
  const registry = parseRegistry(host);
  if (registry.kind === 'refused' || path.length === 0) return undefined;
  return { ...reference, registry: registry.value, repository: path.join('/') };
}
