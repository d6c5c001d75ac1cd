import { type JsonObject, type JsonValue, parseJson, printJson, textAt } from '@archipelago/apimachinery';

/** What the console says to an edit, or a sentence why it said nothing. */
export async function planPatch(patch: JsonObject, token: string): Promise<JsonValue> {
  const failed = (message: string) => ({ notes: [], problem: { kind: 'notSeen', message } });
  try {
    const response = await fetch('/api/plan', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Archipelago-Token': token },
      body: printJson({ patch }),
    });
    const told = parseJson(await response.text());
    return response.ok ? told : failed(textAt(told, 'error', 'message'));
  } catch {
    return failed('The console does not answer. See whether it runs in its terminal.');
  }
}
