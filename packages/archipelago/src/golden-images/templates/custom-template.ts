import { architecturesAnnotation, type Template, type TemplateSpec } from './template.ts';

/** An image that somebody wants golden images of. */
interface WantedImage {
  /** Of the DataSource that machines boot from; the template is named after it. */
  readonly name: string;
  /** `docker://…`. */
  readonly url: string;
  /** That the image has, in its order. */
  readonly architectures: readonly string[];
  /** Of the disk: `10Gi`. */
  readonly size: string;
  /** Secret with the login of the registry; undefined: none is needed. */
  readonly secret: string | undefined;
}

/** When CDI looks for a newer image. */
const schedule = '0 */12 * * *';

/** An entry of `spec.dataImportCronTemplates`: one golden image for each architecture that the image and the workload nodes have. */
export function customTemplate(image: WantedImage): Template & { readonly spec: TemplateSpec } {
  const { name, url, architectures, size, secret } = image;
  const registry = { url, ...(secret === undefined ? {} : { secretRef: secret }) };
  return {
    metadata: {
      // as the templates that come with the product are named
      name: `${name}-image-cron`,
      annotations: { [architecturesAnnotation]: architectures.join(',') },
    },
    spec: {
      schedule,
      managedDataSource: name,
      garbageCollect: 'Outdated',
      template: {
        spec: { source: { registry }, storage: { resources: { requests: { storage: size } } } },
      },
    },
  };
}
