import type { Point } from '../../../core/contract/device.ts'

/** A point as its SQL columns. */
export const pointColumns = <P extends Pick<Point, 'enum_text'>>({ enum_text, ...point }: P) => ({
  ...point,
  enum_text: enum_text && JSON.stringify(enum_text),
})
