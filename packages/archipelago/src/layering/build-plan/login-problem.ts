import { parseImageReference } from '@archipelago/oci-registry';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import { hasLoginFor, type LoginFacts } from './login-facts.ts';
import type { Reading } from './reading.ts';

/** Why a config's images cannot be pulled or pushed, as its secrets show before any job runs. */
export interface LoginProblem {
  readonly reason: 'SecretMissing' | 'SecretUnusable' | 'SecretWithoutLogin';
  readonly message: string;
}

interface UsedSecret {
  /** As people find it in the config. */
  readonly field: string;
  readonly name: string | undefined;
  /** That it has to have a login for; undefined: the registry may let anybody read. */
  readonly pushesTo: string | undefined;
}

/** The first secret of a config that is missing, is no image login, or has none for where is pushed; undefined: none is. */
export function loginProblemOf(reading: Reading): LoginProblem | undefined {
  for (const used of usedSecrets(reading.config)) {
    const problem = problemOf(used, reading);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function usedSecrets({
  basePullSecret,
  pushSecret,
  repository,
  intermediate,
}: MachineOsConfig): readonly UsedSecret[] {
  const { pushSecret: push, pullSecret: pull, repository: between } = intermediate;
  return [
    { field: 'spec.baseImagePullSecret', name: basePullSecret, pushesTo: undefined },
    { field: 'spec.renderedImagePushSecret', name: pushSecret, pushesTo: repository },
    { field: 'spec.intermediate.pushSecret', name: push, pushesTo: between },
    { field: 'spec.intermediate.pullSecret', name: pull, pushesTo: undefined },
  ];
}

function problemOf({ field, name, pushesTo }: UsedSecret, reading: Reading): LoginProblem | undefined {
  if (name === undefined) return undefined;
  const facts = reading.login(name);
  if (facts === 'unknown') return undefined;
  const secret = `Secret ${reading.deployment.namespace}/${name} (${field})`;
  if (facts === undefined)
    return { reason: 'SecretMissing', message: `${secret} does not exist; no build begins` };
  return uselessness(secret, facts, pushesTo);
}

function uselessness(
  secret: string,
  facts: LoginFacts,
  pushesTo: string | undefined,
): LoginProblem | undefined {
  if (facts.kind === 'useless')
    return { reason: 'SecretUnusable', message: `${secret} ${facts.reason}; ${facts.fix}; no build begins` };
  if (pushesTo === undefined || hasLoginFor(facts.scopes, normalized(pushesTo))) return undefined;
  const has = facts.scopes.slice(0, mostNamed).join(', ');
  return {
    reason: 'SecretWithoutLogin',
    message: `${secret} has no login for ${pushesTo}, only for ${has}; no build begins`,
  };
}

const mostNamed = 5;

/** As logins name it: `docker.io` stands for what is not named. */
function normalized(repository: string): string {
  const parsed = parseImageReference(repository);
  return parsed.kind === 'ok' ? `${parsed.value.registry}/${parsed.value.repository}` : repository;
}
