import { type JsonObject, objectAt, objectsAt } from '@archipelago/apimachinery';

/** Why a golden image is not imported, by name of its template; messages of its architectures together. */
export type ImportTroubles = ReadonlyMap<string, string>;

/** The entry of `status.dataImportCronTemplates` with the condition `Imported`: False where an import fails, else absent. */
export function withImportTrouble(entry: JsonObject, message: string | undefined): JsonObject {
  if (message === undefined) return entry;
  const status = objectAt(entry, 'status');
  const condition = { type: 'Imported', status: 'False', reason: 'ImportFailed', message };
  return { ...entry, status: { ...status, conditions: [...objectsAt(status.conditions), condition] } };
}
