/**
 * 3D terrain: a height map, shaped by hydraulic erosion, with shadows from the sun, and a camera. Lengths and heights
 * on the map are in cells.
 */
import { chance } from '../chance.mjs';
import { clamp, mix } from './noise.mjs';

/** Returns a cubic B-spline's weight at a distance from 0 to 2. */
function bump(distance) {
  if (distance >= 1) return ((2 - distance) * (2 - distance) * (2 - distance)) / 6;
  return 2 / 3 - distance * distance * (1 - distance / 2);
}

/** A height map of `size` cells per side, from `height(x, y)` with both from 0 to 1. Beyond its edges it is level. */
export class HeightMap {
  constructor(size, height) {
    this.size = size;
    this.cells = new Float32Array(size * size);
    if (!height) return;
    for (let y = 0, at = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1, at += 1) this.cells[at] = height(x / size, y / size);
    }
  }

  at(x, y) {
    const { size, cells } = this;
    x = clamp(x, 0, size - 1.001);
    y = clamp(y, 0, size - 1.001);
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [dx, dy] = [x - left, y - top];
    const at = top * size + left;
    return mix(mix(cells[at], cells[at + 1], dx), mix(cells[at + size], cells[at + size + 1], dx), dy);
  }

  /** Returns the slopes along x and y, over `reach` cells to both sides. */
  slopes(x, y, reach) {
    return [(this.at(x + reach, y) - this.at(x - reach, y)) / (2 * reach), (this.at(x, y + reach) - this.at(x, y - reach)) / (2 * reach)];
  }

  /** Returns the height on a smooth surface through the cells, a cubic B-spline, for close views. */
  smoothAt(x, y) {
    const { size, cells } = this;
    x = clamp(x, 1, size - 2.001);
    y = clamp(y, 1, size - 2.001);
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [t, s] = [x - left, y - top];
    const [a0, a1, a2, a3] = [bump(t + 1), bump(t), bump(1 - t), bump(2 - t)];
    const line = (at) => a0 * cells[at] + a1 * cells[at + 1] + a2 * cells[at + 2] + a3 * cells[at + 3];
    const at = (top - 1) * size + left - 1;
    return bump(s + 1) * line(at) + bump(s) * line(at + size) + bump(1 - s) * line(at + 2 * size) + bump(2 - s) * line(at + 3 * size);
  }

  /**
   * Simulates hydraulic erosion: drops run down and carry ground along, which carves gullies and fills valleys (Hans
   * Theobald Beyer, "Implementation of a method for hydraulic erosion", 2015). `relief` is the overall height of the
   * land.
   */
  erode(drops, { seed, relief, capacity = 6, erosion = 0.3, deposition = 0.3, radius = 3, steps = 48 }) {
    const { size, cells } = this;
    const next = chance(seed);
    const brush = [];
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        const weight = radius - Math.hypot(dx, dy);
        if (weight > 0) brush.push([dy * size + dx, weight]);
      }
    }
    const whole = brush.reduce((sum, [, weight]) => sum + weight, 0);
    const offsets = Int32Array.from(brush, ([offset]) => offset);
    const weights = Float64Array.from(brush, ([, weight]) => weight / whole);
    const low = radius + 1;
    const high = size - radius - 2;
    for (let drop = 0; drop < drops; drop += 1) {
      let [x, y] = [mix(low, high, next()), mix(low, high, next())];
      let [dx, dy, speed, water, load] = [0, 0, 1, 1, 0];
      for (let age = 0; age < steps; age += 1) {
        const [left, top] = [Math.floor(x), Math.floor(y)];
        const at = top * size + left;
        const [fx, fy] = [x - left, y - top];
        const [a, b, c, d] = [cells[at], cells[at + 1], cells[at + size], cells[at + size + 1]];
        const before = mix(mix(a, b, fx), mix(c, d, fx), fy);
        dx = dx * 0.05 - (mix(b - a, d - c, fy) / relief) * 0.95;
        dy = dy * 0.05 - (mix(c - a, d - b, fx) / relief) * 0.95;
        const length = Math.hypot(dx, dy);
        if (length < 1e-9) break;
        x += dx /= length;
        y += dy /= length;
        if (x < low || x > high || y < low || y > high) break;
        const fall = (this.at(x, y) - before) / relief;
        const room = Math.max(-fall, 0.0004) * speed * water * capacity;
        if (load > room || fall > 0) {
          const laid = fall > 0 ? Math.min(fall, load) : (load - room) * deposition;
          load -= laid;
          const amount = laid * relief;
          cells[at] += amount * (1 - fx) * (1 - fy);
          cells[at + 1] += amount * fx * (1 - fy);
          cells[at + size] += amount * (1 - fx) * fy;
          cells[at + size + 1] += amount * fx * fy;
        } else {
          const taken = Math.min((room - load) * erosion, -fall);
          load += taken;
          for (let part = 0; part < offsets.length; part += 1) cells[at + offsets[part]] -= taken * relief * weights[part];
        }
        speed = Math.sqrt(Math.max(0, speed * speed - fall * 40));
        water *= 0.985;
      }
    }
    return this;
  }

  /**
   * Returns a function that gives the share of sunlight at a position, from 0 to 1. The sun is in the direction (x, y)
   * of length 1, and rises by `rise` per cell. Shadows soften with distance, and are computed for every second cell.
   */
  sunlit([sunX, sunY], rise, softness = 0.02) {
    const { size, cells } = this;
    const lit = new HeightMap(size / 2);
    let highest = -Infinity;
    for (let at = 0; at < cells.length; at += 1) if (cells[at] > highest) highest = cells[at];
    for (let row = 0, at = 0; row < lit.size; row += 1) {
      for (let column = 0; column < lit.size; column += 1, at += 1) {
        const [x, y] = [2 * column + 0.5, 2 * row + 0.5];
        const ground = this.at(x, y);
        let open = 1;
        for (let way = 2; open > 0; way += 0.7 + way * 0.012) {
          const ray = ground + way * rise;
          const [px, py] = [x + sunX * way, y + sunY * way];
          if (ray > highest || px < 0 || py < 0 || px >= size - 1 || py >= size - 1) break;
          open = Math.min(open, 0.5 + (ray - cells[Math.round(py) * size + Math.round(px)]) / (way * softness * 2 + 0.6));
        }
        lit.cells[at] = clamp(open);
      }
    }
    return (x, y) => lit.smoothAt(x / 2 - 0.25, y / 2 - 0.25);
  }
}

/**
 * Renders terrain into the picture, seen from `eye` [x, y, height] in the direction `heading` (in turns, 0 along x).
 * `horizon` is the row of eye level, from 0 at the top to 1; `zoom` is the distance at which the picture's height spans
 * its own length. For every visible point, `shade(sample, out)` gets the position `x`, `y`, `height`, the `distance`,
 * the column `u` and the row `v`. Columns are drawn from near to far, hiding what is covered. Returns the row of the
 * skyline for every column.
 */
export function drawLand(picture, { eye, heading, horizon, zoom, near, far, detail = 1, height, shade }) {
  const { width, height: rows, pixels } = picture;
  const behind = pixels.slice();
  const skyline = new Float32Array(width).fill(rows);
  const [cos, sin] = [Math.cos(heading * 2 * Math.PI), Math.sin(heading * 2 * Math.PI)];
  const scale = zoom * rows;
  const sample = { x: 0, y: 0, height: 0, distance: 0, u: 0, v: 0 };
  const out = [0, 0, 0];
  for (let column = 0; column < width; column += 1) {
    const side = (column + 0.5 - width / 2) / scale;
    const [wayX, wayY] = [cos - sin * side, sin + cos * side];
    let top = rows;
    let distance = near;
    sample.u = (column + 0.5) / rows;
    while (distance < far && top > 0) {
      sample.x = eye[0] + wayX * distance;
      sample.y = eye[1] + wayY * distance;
      sample.distance = distance;
      sample.height = height(sample.x, sample.y, distance);
      const row = horizon * rows - ((sample.height - eye[2]) / distance) * scale;
      if (row < top) {
        sample.v = row / rows;
        shade(sample, out);
        const first = Math.max(0, Math.floor(row));
        for (let y = Math.ceil(top) - 1; y >= first; y -= 1) {
          // A pixel at an edge is partly covered, and blended with what is behind.
          const cover = Math.min(top, y + 1) - Math.max(row, y);
          const at = 3 * (y * width + column);
          for (let channel = 0; channel < 3; channel += 1) pixels[at + channel] += cover * (out[channel] - behind[at + channel]);
        }
        top = Math.max(row, 0);
      }
      distance += (distance * 0.0014 + 0.01) / detail;
    }
    skyline[column] = top;
  }
  return skyline;
}
