import type { Panel, PanelKind, Row } from '../model/dashboard.ts';

/** A panel and where it is on a grid of 24 columns. */
export interface Place {
  readonly panel: Panel;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const heights: Readonly<Record<PanelKind, number>> = {
  stat: 4,
  'time-series': 8,
  table: 8,
  'status-history': 8,
};

/** Places of the panels of a row, from left to right, in as many lines as they need. */
export function placesOf({ panels }: Row): readonly Place[] {
  const places: Place[] = [];
  let [x, y, lineHeight] = [0, 0, 0];
  for (const panel of panels) {
    const [width, height] = [panel.width * 2, heights[panel.kind]];
    if (x + width > 24) [x, y, lineHeight] = [0, y + lineHeight, 0];
    places.push({ panel, x, y, width, height });
    x += width;
    lineHeight = Math.max(lineHeight, height);
  }
  return places;
}

/** How many lines of the grid a row needs. */
export function heightOf(places: readonly Place[]): number {
  return Math.max(0, ...places.map(({ y, height }) => y + height));
}
