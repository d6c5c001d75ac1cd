import type { BootSource, PlanFinding, Pointer, WantedBootSources } from './boot-source.ts';
import { longestName, namespaced } from './names.ts';

/** The names that one template asks for. */
export interface Claims {
  readonly sources: readonly BootSource[];
  readonly pointer: Omit<Pointer, 'targets'> | undefined;
}

/** Hands out the names, first come, first served; who comes late or asks for too long a name is told. */
export function claimNames(all: readonly Claims[]): WantedBootSources {
  const takenBy = new Map<string, string>();
  const findings: PlanFinding[] = [];
  const claim = (
    template: string,
    objects: readonly (readonly [kind: string, place: string, name: string])[],
  ) => {
    const refused = objects
      .map(([kind, place, name]) => refusal({ template, kind, place, name }, takenBy))
      .filter((finding) => finding !== undefined);
    findings.push(...refused);
    if (refused.length > 0) return false;
    for (const [kind, place, name] of objects) takenBy.set(`${kind} ${namespaced(place, name)}`, template);
    return true;
  };
  const granted = all.map(({ sources, pointer }) => ({
    pointer:
      pointer && claim(pointer.template, [['DataSource', pointer.namespace, pointer.name]])
        ? pointer
        : undefined,
    sources: sources.filter(({ template, namespace, dataSource, cron }) =>
      claim(template, [
        ['DataSource', namespace, dataSource],
        ['DataImportCron', namespace, cron.name],
      ]),
    ),
  }));
  return {
    sources: granted.flatMap(({ sources }) => sources),
    pointers: granted.flatMap(({ pointer, sources }) =>
      pointer && sources.length > 0 ? [{ ...pointer, targets: sources }] : [],
    ),
    findings,
  };
}

interface NameClaim {
  readonly template: string;
  readonly kind: string;
  readonly place: string;
  readonly name: string;
}

function refusal(claim: NameClaim, takenBy: ReadonlyMap<string, string>): PlanFinding | undefined {
  const { template, kind, place, name } = claim;
  const object = `${kind} ${namespaced(place, name)}`;
  const other = takenBy.get(object);
  if (other !== undefined)
    return {
      template,
      level: 'warning',
      reason: 'NameTaken',
      object,
      message: `${template} and ${other} both ask for ${object}; ${other} gets it`,
      fix: 'give each template a name and a managedDataSource of its own',
    };
  if (name.length <= longestName) return undefined;
  return {
    template,
    level: 'warning',
    reason: 'NameTooLong',
    object,
    message: `${object} has ${name.length} characters, ${longestName} are allowed`,
    fix: `shorten the template's ${kind === 'DataSource' ? 'managedDataSource' : 'name'} by ${name.length - longestName}`,
  };
}
