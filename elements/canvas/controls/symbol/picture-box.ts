import type { Box, Size } from '../define-control.ts'

/** Where a symbol stands in a box that may have other proportions. */
export function pictureBox({ width, height }: Size, box: Size, keepAspect: boolean): Box {
  if (!keepAspect) return { x: 0, y: 0, width: box.width, height: box.height }
  const scale = Math.min(box.width / width, box.height / height)
  const [across, down] = [width * scale, height * scale]
  return { x: (box.width - across) / 2, y: (box.height - down) / 2, width: across, height: down }
}
