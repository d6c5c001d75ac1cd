import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { cdi } from '../../operands/cdi/cdi.ts';
import { oddValue } from '../../reviews/odd-value.ts';
import { setOf } from '../../shapes/list-of.ts';

/** Registries that imports reach without TLS verification. */
export const insecureRegistries = setting({
  path: 'storageImport.insecureRegistries',
  summary:
    'Registries, as host:port, that disk images are imported from without verifying their certificate.',
  schema: setOf(Type.String()),
  review: (registries) =>
    registries.flatMap((registry, index) =>
      isHost(registry)
        ? []
        : [
            oddValue(
              `spec.storageImport.insecureRegistries[${index}]`,
              registry,
              'is no host or host:port, so it is never that of an image',
              'write host or host:port, without scheme and path',
            ),
          ],
    ),
  lands: ({ set }) => [
    set(cdi, 'spec.config.insecureRegistries', (registries) =>
      registries.length === 0 ? undefined : registries,
    ),
  ],
  examples: [
    {
      title: 'a registry in the laboratory',
      spec: { storageImport: { insecureRegistries: ['private-registry-example-1:5000'] } },
      lands: { 'CDI.spec.config.insecureRegistries': ['private-registry-example-1:5000'] },
    },
  ],
});

function isHost(text: string): boolean {
  return /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?$/.test(text);
}
