import type { ResourceType } from '../resource-type.ts';
import { configMap } from './kinds/config-map.ts';
import { namespace } from './kinds/namespace.ts';
import { secret } from './kinds/secret.ts';
import { serviceAccount } from './kinds/service-account.ts';

/** The kinds the server has without CustomResourceDefinitions, in the order discovery lists them. */
export const builtInTypes: readonly ResourceType[] = [configMap, namespace, secret, serviceAccount];
