/** What every program draws: a box in the colour of its state, with a border and a number. */
export interface Tile {
  readonly index: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
/** Which tile shows what from now on, 0 to 99. */
export type Change = readonly [index: number, value: number]

/** A program with the scene on its canvas. */
export interface Subject {
  apply(changes: readonly Change[]): void
  /** Moves all of the scene to so many px from where it began. */
  pan(x: number, y: number): void
  /** How many px differ from those of a full repaint; NaN where that is unknown. */
  wrongPixels(): number
}
export type Start = (host: HTMLElement, tiles: readonly Tile[]) => Subject | Promise<Subject>

/** A screen of an operator. */
export const SIZE = { width: 1920, height: 1080 } as const
export const GROUND = '#e9ebee'
export const BORDER = '#7b8591'
export const INK = '#1c2127'
export const FONT = 'sans-serif'

/** Grey where all is well. */
export const fillOf = (value: number): string => (value > 90 ? '#ff9f52' : value > 75 ? '#e8c64f' : '#d5d9de')
export const fontSizeOf = (height: number): number => Math.max(8, Math.min(13, Math.round(height * 0.6)))
export const textOf = (value: number): string => String(value)
/** What a tile shows at first. */
export const firstOf = (index: number): number => (index * 37) % 70

/** A grid that fills the screen. */
export function tilesOf(count: number): Tile[] {
  const columns = Math.ceil(Math.sqrt((count * SIZE.width) / SIZE.height / 1.6))
  const rows = Math.ceil(count / columns)
  const [stepX, stepY] = [Math.floor(SIZE.width / columns), Math.floor(SIZE.height / rows)]
  const [width, height] = [Math.min(110, stepX - 2), Math.min(36, stepY - 2)]
  return Array.from({ length: count }, (_, index) => ({
    index,
    x: (index % columns) * stepX,
    y: Math.floor(index / columns) * stepY,
    width,
    height,
  }))
}
