import { useEffect, useState } from 'react';

/** A number that grows every `everyMs` while `isOn` and somebody looks at the tab. */
export function useBeat(isOn: boolean, everyMs: number): number {
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => {
      if (!document.hidden) setBeat((before) => before + 1);
    }, everyMs);
    return () => clearInterval(timer);
  }, [isOn, everyMs]);
  return beat;
}
