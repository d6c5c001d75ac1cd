import { configurationKind } from './configuration-kind.ts';

/** The domain under which routes are reached. */
export const ingress = configurationKind('Ingress', 'ingresses', { spec: { domain: 'apps.example.com' } });
