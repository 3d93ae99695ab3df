import type { Sketch } from './paint-frame.ts'

/** Rows of a tree. */
export const sketchTree: Sketch = (context, width, height) => {
  const row = 24
  for (let at = 0; at * row + 16 <= height; at += 1) {
    const depth = [0, 1, 1, 2, 2, 1][at % 6] ?? 0
    const left = depth * 18
    context.strokeRect(left, at * row + 5, 6, 6)
    context.fillRect(left + 14, at * row + 5, Math.max(0, Math.min(width * 0.5, width - left - 14)), 6)
  }
}

/** Lines of a text below a heading. */
export const sketchText: Sketch = (context, width, height) => {
  context.fillRect(0, 0, width * 0.45, 10)
  for (let top = 22; top + 6 <= height; top += 14)
    context.fillRect(0, top, width * ((top / 14) % 3 < 1 ? 0.7 : 0.95), 5)
}
