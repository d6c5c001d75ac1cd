/** Architecture of a boot source, as consoles and KubeVirt read it. */
export const architectureLabel = 'template.kubevirt.io/architecture';

/** On a DataSource: the cron that keeps it up to date; any value is the user's word that one may. */
export const cronLabel = 'cdi.kubevirt.io/dataImportCron';

/** On what goes when its cron goes. */
export const cleanupLabel = 'cdi.kubevirt.io/dataImportCron.cleanup';

/** On a cron of one architecture: the DataSource that does not name an architecture. */
export const pointerLabel = 'cdi.kubevirt.io/storage.import.datasource-name';

/** On a DataSource that is kept for a while: since when nothing wants it, RFC 3339. */
export const unwantedSinceAnnotation = 'archipelago.dev/unwanted-since';

/** Names of crons and DataSources are label values. */
export const longestName = 63;

export function namespaced(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
