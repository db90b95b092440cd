// Draws the visible part of a search tree on a canvas. Everything outside the window is skipped, so the size of the tree hardly matters.
import { valueText, type TraceTree } from "./tracetree.ts";
import { rowIn, type TreeLayout } from "./treelayout.ts";

export interface Window {
  width: number;
  height: number;
  /** 1 shows a row 24 pixels high. */
  zoom: number;
  left: number;
  top: number;
  /** Width of a ply at zoom 1. */
  column: number;
}

export const colourNames = ["ink", "faint", "line", "paper", "raised", "accent", "first", "second"] as const;
export type Colours = Record<(typeof colourNames)[number], string>;

export interface Scene {
  tree: TraceTree;
  layout: TreeLayout;
  step: number;
  current: number;
  picked: number | null;
  isOpen: (node: number) => boolean;
  skippedMark: string;
  /** Whether the search had a window to show. */
  bounds: boolean;
  /** Nodes to be struck out. */
  leftOut?: ReadonlySet<number>;
}

const rowHeight = 24;
const leastColumnAtOne = 150;
const leastNarrowColumn = 80;
const mostColumnAtOne = 300;
/** Room for the words of the last column. */
const lastColumn = 110;
const margin = 16;
/** Columns stay apart on a picture of the whole tree. */
const leastColumn = 26;
/** Below this height of a row there is no room for text. */
const leastTextRow = 13;

export const rowOf = (window: Window, y: number) => (y + window.top - margin) / (rowHeight * window.zoom);
export const yOf = (window: Window, row: number) => margin + row * rowHeight * window.zoom - window.top;
export const xOf = (window: Window, column: number) => margin + column * Math.max(leastColumn, window.column * Math.min(window.zoom, 1.4)) - window.left;

/** Columns that use the width there is; `narrow` where the whole tree matters more than its words. */
export function columnFor(layout: TreeLayout, width: number, narrow: boolean): number {
  const room = (width - 2 * margin - lastColumn) / Math.max(layout.columns - 1, 1);
  return Math.min(mostColumnAtOne, Math.max(narrow ? leastNarrowColumn : leastColumnAtOne, room));
}

/** The rows in sight, with half a row to spare at both ends. */
function sight(window: Window): [number, number] {
  return [rowOf(window, 0) + 0.5, rowOf(window, window.height) - 0.5];
}

/** Where a visible node is drawn now. */
export function placeOf(window: Window, tree: TraceTree, layout: TreeLayout, index: number): { x: number; y: number } {
  const [upper, lower] = sight(window);
  return { x: xOf(window, tree.ply[layout.nodes[index] ?? 0] ?? 0), y: yOf(window, rowIn(layout, index, upper, lower)) };
}

/** The zoom at which the whole tree fits, no larger than readable needs. */
export function fitting(layout: TreeLayout, height: number): number {
  return Math.min(1, Math.max((height - 2 * margin) / (Math.max(layout.height, 1) * rowHeight), 0.002));
}

/** The node drawn at a point, or null. */
export function nodeAt(window: Window, { tree, layout }: Pick<Scene, "tree" | "layout">, x: number, y: number): number | null {
  const reach = Math.max(0.5, 14 / (rowHeight * window.zoom));
  const row = rowOf(window, y);
  const [upper, lower] = sight(window);
  let found: number | null = null;
  let nearest = reach;
  for (let index = 0; index < layout.nodes.length; index++) {
    const distance = Math.abs(rowIn(layout, index, upper, lower) - row);
    if (distance > nearest) continue;
    const node = layout.nodes[index] ?? 0;
    const from = xOf(window, tree.ply[node] ?? 0) - 12;
    if (x < from || x > xOf(window, (tree.ply[node] ?? 0) + 1) - 14) continue;
    nearest = distance;
    found = node;
  }
  return found;
}

/** Tells repetitions: on a picture of a huge tree thousands of nodes of one ply share a line of pixels, and one of them is enough. */
function oncePerPixel(columns: number): (ply: number, y: number) => boolean {
  const last = new Int32Array(columns + 1).fill(-1_000_000);
  return (ply, y) => {
    const pixel = Math.round(y * 2);
    if (last[ply] === pixel) return false;
    last[ply] = pixel;
    return true;
  };
}

export function drawTree(context: CanvasRenderingContext2D, scene: Scene, window: Window, colours: Colours): void {
  context.clearRect(0, 0, window.width, window.height);
  drawEdges(context, scene, window, colours);
  drawNodes(context, scene, window, colours);
}

function drawEdges(context: CanvasRenderingContext2D, scene: Scene, window: Window, colours: Colours): void {
  const { tree, layout, step, current } = scene;
  const [upper, lower] = sight(window);
  const paths = { ahead: new Path2D(), reached: new Path2D(), current: new Path2D(), skipped: new Path2D() };
  const edge = (path: Path2D, fromRow: number, toRow: number, column: number) => {
    // Straight behind the parent's words, which cover it, then bent to the child.
    const x1 = xOf(window, column) + 14;
    const x2 = xOf(window, column + 1) - 7;
    const bend = Math.min(60, (x2 - x1) / 2);
    path.moveTo(x1, yOf(window, fromRow));
    path.lineTo(x2 - bend * 2, yOf(window, fromRow));
    path.bezierCurveTo(x2 - bend, yOf(window, fromRow), x2 - bend, yOf(window, toRow), x2, yOf(window, toRow));
  };
  const first = oncePerPixel(layout.columns);
  const inSight = (a: number, b: number) => Math.max(a, b) >= upper - 1 && Math.min(a, b) <= lower + 1;
  for (let index = 0; index < layout.nodes.length; index++) {
    const node = layout.nodes[index] ?? 0;
    const row = rowIn(layout, index, upper, lower);
    const stub = layout.skipped[index] ?? -1;
    if (stub >= 0 && inSight(row, stub) && tree.status(node, step) === "cut") edge(paths.skipped, row, stub, tree.ply[node] ?? 0);
    const parent = layout.parents[index] ?? -1;
    if (parent < 0) continue;
    const parentRow = rowIn(layout, parent, upper, lower);
    if (!inSight(row, parentRow)) continue;
    const kind = tree.isAncestor(node, current) ? "current" : tree.firstEvent(node) > step ? "ahead" : "reached";
    if (!first(tree.ply[node] ?? 1, yOf(window, row)) && kind !== "current") continue;
    edge(paths[kind], parentRow, row, (tree.ply[node] ?? 1) - 1);
  }
  const stroke = (path: Path2D, colour: string, width: number, dash: number[] = []) => {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.setLineDash(dash);
    context.stroke(path);
  };
  stroke(paths.ahead, colours.line, 1);
  stroke(paths.skipped, colours.faint, 1.2, [3, 4]);
  stroke(paths.reached, colours.faint, 1);
  stroke(paths.current, colours.accent, 2);
  context.setLineDash([]);
}

function drawNodes(context: CanvasRenderingContext2D, scene: Scene, window: Window, colours: Colours): void {
  const { tree, layout, step, current, picked } = scene;
  const words = rowHeight * window.zoom >= leastTextRow;
  const size = Math.max(1.5, Math.min(6.5, rowHeight * window.zoom * 0.28));
  context.font = `${Math.min(13, Math.max(10, 13 * window.zoom))}px system-ui, sans-serif`;
  context.textBaseline = "middle";
  const first = oncePerPixel(layout.columns);
  const open: { node: number; x: number; y: number }[] = [];
  for (let index = 0; index < layout.nodes.length; index++) {
    const { x, y } = placeOf(window, tree, layout, index);
    const stub = layout.skipped[index] ?? -1;
    const outside = y < -12 || y > window.height + 12;
    if (outside && stub < 0) continue;
    const node = layout.nodes[index] ?? 0;
    const ply = tree.ply[node] ?? 0;
    const status = tree.status(node, step);
    if (stub >= 0 && status === "cut") drawSkipped(context, scene, window, colours, xOf(window, ply + 1), yOf(window, stub), size, words);
    const onPath = tree.isAncestor(node, current);
    if (outside || (!first(ply, y) && !onPath)) continue;
    const colour = onPath ? colours.accent : status === "ahead" ? colours.line : status === "cut" ? colours.faint : colours.ink;
    drawMark(context, x, y, size, tree.leaf[node] === 1 ? "leaf" : ply % 2 === 0 ? "max" : "min", colour);
    if (node === picked) {
      context.strokeStyle = colours.accent;
      context.lineWidth = 2;
      context.strokeRect(x - size - 4, y - size - 4, 2 * size + 8, 2 * size + 8);
    }
    if (words) drawWords(context, scene, node, x + size + 5, y, status === "ahead" ? colours.line : onPath ? colours.accent : colours.ink, colours);
    if (words && scene.bounds && status === "open" && tree.leaf[node] !== 1) open.push({ node, x: x + size + 5, y });
  }
  // Last, so that nothing covers them: the few nodes that the search is in are what one looks at.
  for (const { node, x, y } of open) drawBounds(context, scene, node, x, y + 14, colours);
}

/** Alpha and beta below a node's name: beside it they would reach its children. */
function drawBounds(context: CanvasRenderingContext2D, scene: Scene, node: number, x: number, y: number, colours: Colours): void {
  const now = scene.tree.at(node, scene.step);
  if (!now) return;
  const text = `α ${valueText(now.alpha)}  β ${valueText(now.beta)}`;
  context.fillStyle = colours.paper;
  context.fillRect(x - 2, y - 7, context.measureText(text).width + 4, 14);
  context.fillStyle = colours.faint;
  context.fillText(text, x, y);
}

function drawWords(context: CanvasRenderingContext2D, scene: Scene, node: number, x: number, y: number, colour: string, colours: Colours): void {
  const { tree, step } = scene;
  const now = tree.at(node, step);
  const hidden = (tree.end[node] ?? 0) - node - 1;
  const name = node === 0 ? "root" : (tree.names[node] ?? "");
  const folded = hidden > 0 && !scene.isOpen(node) ? ` ▸${hidden}` : "";
  const value = now ? ` ${valueText(now.value)}` : "";
  const label = `${name}${value}`;
  const width = context.measureText(label).width;
  context.fillStyle = colours.paper;
  context.fillRect(x - 2, y - 8, width + 4, 16);
  const out = scene.leftOut?.has(node) === true;
  context.fillStyle = out ? colours.faint : colour;
  context.fillText(label, x, y);
  if (out) context.fillRect(x - 1, y - 0.5, width + 2, 1.2);
  if (folded === "") return;
  context.fillStyle = colours.paper;
  context.fillRect(x + width, y - 8, context.measureText(folded).width + 4, 16);
  context.fillStyle = colours.faint;
  context.fillText(folded, x + width, y);
}

function drawSkipped(
  context: CanvasRenderingContext2D,
  scene: Scene,
  window: Window,
  colours: Colours,
  x: number,
  y: number,
  size: number,
  words: boolean,
): void {
  if (y < -12 || y > window.height + 12) return;
  context.strokeStyle = colours.faint;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x - size * 0.7, y - size * 0.7);
  context.lineTo(x + size * 0.7, y + size * 0.7);
  context.moveTo(x + size * 0.7, y - size * 0.7);
  context.lineTo(x - size * 0.7, y + size * 0.7);
  context.stroke();
  if (!words) return;
  context.fillStyle = colours.faint;
  context.fillText(scene.skippedMark, x + size + 5, y);
}

/** Max points up, min points down, a leaf is a dot. */
function drawMark(context: CanvasRenderingContext2D, x: number, y: number, size: number, kind: "max" | "min" | "leaf", colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  if (kind === "leaf") {
    context.arc(x, y, size * 0.6, 0, 2 * Math.PI);
  } else {
    const up = kind === "max" ? -size : size;
    context.moveTo(x, y + up);
    context.lineTo(x + size, y - up * 0.8);
    context.lineTo(x - size, y - up * 0.8);
    context.closePath();
  }
  context.fill();
}
