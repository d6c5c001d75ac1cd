import { configurationKind } from './configuration-kind.ts';

export const dns = configurationKind('DNS', 'dnses', { spec: { baseDomain: 'example.com' } });
