import { type JsonObject, type JsonValue, parseJson, printJson, textAt } from '@archipelago/apimachinery';

/** What the console says to `POST /api/NAME`; where it says nothing, an answer whose `problem` tells why. */
export async function askConsole(name: string, body: JsonObject, token: string): Promise<JsonValue> {
  const failed = (message: string) => ({ notes: [], problem: { kind: 'notSeen', message } });
  try {
    const response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Archipelago-Token': token },
      body: printJson(body),
    });
    const told = parseJson(await response.text());
    return response.ok ? told : failed(textAt(told, 'error', 'message'));
  } catch {
    return failed('The console does not answer. See whether it runs in its terminal.');
  }
}
