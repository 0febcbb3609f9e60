/** What is placed on the time axis of a day. Minutes are counted from midnight. */
interface Span {
  from: number;
  to: number;
}

/** The column of a span within its group of overlapping spans. `from` and `to` are the range of the group. */
export interface Lane extends Span {
  index: number;
  /** The number of lanes beside each other. */
  count: number;
}

/** Places spans, sorted by their beginning, in lanes, so that none covers another. */
export function assignLanes(spans: readonly Span[]): Lane[] {
  const lanes: Lane[] = [];
  let group: Lane[] = [];
  /** The end of the last span in each lane of the group. */
  let ends: number[] = [];
  for (const { from, to } of spans) {
    if (ends.every((end) => end <= from)) [group, ends] = [[], []];
    const free = ends.findIndex((end) => end <= from);
    const index = free === -1 ? ends.length : free;
    ends[index] = to;
    const lane = { index, count: 0, from: group[0]?.from ?? from, to };
    group.push(lane);
    lanes.push(lane);
    for (const member of group) [member.count, member.to] = [ends.length, Math.max(...ends)];
  }
  return lanes;
}
