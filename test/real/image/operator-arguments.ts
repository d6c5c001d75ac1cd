import { type JsonObject, listAt } from '@archipelago/apimachinery';

/** What a container of the operator's Deployment gives it. A pod has its address for itself; here others serve on the usual ports. */
export function operatorArguments(container: JsonObject | undefined): readonly string[] {
  return listAt(container, 'args').map((each) => String(each).replace(/^:\d+$/, '127.0.0.1:0'));
}
