/** What is drawn of a series. */
interface Drawn {
  readonly legend: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [number, string])[];
}

const palette = ['#06c', '#3e8635', '#f0ab00', '#c9190b', '#6753ac', '#009596', '#ec7a08', '#8a8d90'];
const height = 110;
const most = 8;

/** Lines over time, and what they are; of many, those that end highest. */
export function drawLines(all: readonly Drawn[], width: number, format: (value: number) => string): string {
  const series = [...all].sort((one, other) => (lastOf(other) || 0) - (lastOf(one) || 0)).slice(0, most);
  const { first, last, top } = extent(series);
  const lines = series.map(({ values }, index) => {
    const points = values.flatMap(([at, value]) => {
      const y = height - (Number(value) / top) * (height - 4);
      return Number.isFinite(y)
        ? [`${Math.round(((at - first) / (last - first || 1)) * width)},${y.toFixed(1)}`]
        : [];
    });
    return `<polyline fill="none" stroke="${palette[index]}" stroke-width="1.5" points="${points.join(' ')}"/>`;
  });
  const keys = series.map(
    (each, index) => `<b style="color:${palette[index]}">■</b> ${nameOf(each)} ${format(lastOf(each))}`,
  );
  const rest = all.length > most ? ` and ${all.length - most} more` : '';
  return `<svg width="${width}" height="${height}"><path d="M0 ${height}H${width}" stroke="#8a8d90"/>${lines.join('')}</svg><div class="k">to ${format(top)}: ${keys.join(' ')}${rest}</div>`;
}

/** A line of coloured boxes for each series. */
export function drawHistory(
  series: readonly Drawn[],
  width: number,
  colourOf: (value: number) => string,
): string {
  const { first, last } = extent(series);
  const beside = 150;
  const scale = (width - beside) / (last - first || 1);
  const lines = series.map((each, index) => {
    const boxes = each.values.map(
      ([at, value]) =>
        `<rect x="${(beside + (at - first) * scale).toFixed(1)}" y="${index * 18}" width="${Math.ceil(boxWidth(each, scale))}" height="15" fill="${colourOf(Number(value))}"/>`,
    );
    return `<text x="0" y="${index * 18 + 12}" font-size="10">${nameOf(each)}</text>${boxes.join('')}`;
  });
  return `<svg width="${width}" height="${series.length * 18}">${lines.join('')}</svg>`;
}

function lastOf({ values }: Drawn): number {
  return Number(values.at(-1)?.[1]);
}

function extent(series: readonly Drawn[]): { first: number; last: number; top: number } {
  const points = series.flatMap(({ values }) => values);
  const times = points.map(([at]) => at);
  const numbers = points.map(([, value]) => Number(value)).filter(Number.isFinite);
  return { first: Math.min(...times), last: Math.max(...times), top: Math.max(...numbers, 0) || 1 };
}

function nameOf({ legend, labels }: Drawn): string {
  return legend.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => labels[label] ?? '').trim();
}

/** As far as the next value, so that a line has no gaps. */
function boxWidth({ values }: Drawn, scale: number): number {
  const [first, second] = values;
  return first === undefined || second === undefined ? 4 : Math.max(2, (second[0] - first[0]) * scale);
}
