/** Names that SSP and CDI give, written again here: an actor shares nothing with what it is there to try. */
export const architecturesAnnotation = 'ssp.kubevirt.io/dict.architectures';
export const architectureLabel = 'template.kubevirt.io/architecture';
export const cronLabel = 'cdi.kubevirt.io/dataImportCron';
export const pointerLabel = 'cdi.kubevirt.io/storage.import.datasource-name';
export const knownArchitectures = ['amd64', 'arm64', 's390x'] as const;
