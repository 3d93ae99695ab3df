import type { Point } from '../../../core/contract/device.ts'

/** A point as its SQL columns. */
export const pointColumns = ({ enum_text, ...point }: Point) => ({
  ...point,
  enum_text: enum_text && JSON.stringify(enum_text),
})
