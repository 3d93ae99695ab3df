import type { ReactNode } from 'react'

/** One column of a table; what it sorts by is `value`, what it shows is `cell`, else the value itself. */
export interface Column<Row> {
  id: string
  title: string
  /** Of all its values; stays beside a title that is cut. */
  unit?: string
  value?: (row: Row) => string | number | boolean | null | undefined
  cell?: (row: Row) => ReactNode
  /** Right-aligned, with tabular digits. */
  isNumeric?: boolean
  /** Px it starts with and does not go below by itself; 120 by default. */
  width?: number
  /** Its share of what is left over: 1 by default, 0 keeps the width. */
  grow?: number
  /** Does not become narrower where the columns are too wide together: the table is scrolled sideways. */
  isKeptWide?: boolean
  /** Becomes narrower before others do: what stands in it is cut and still says which it is. */
  givesFirst?: boolean
  /** Stays in sight when the table is scrolled sideways; for the first one. */
  isPinned?: boolean
  /** True by default where there is a `value`. */
  isSortable?: boolean
  /** Not in the column menu: the one that says which row this is. */
  isFixed?: boolean
  /** Hidden until chosen in the column menu. */
  isHiddenAtFirst?: boolean
  /** What is different where the table is as narrow as a phone; null leaves the column out there. */
  narrow?: Partial<Pick<Column<Row>, 'cell' | 'width' | 'grow'>> | null
}

/** No column is resized to less. */
export const MIN_COLUMN_PX = 48

/** Below this many px a table has the columns that are left in a narrow one. */
export const NARROW_PX = 560

/** The columns of a narrow table. */
export const narrowed = <Row>(columns: readonly Column<Row>[]): Column<Row>[] =>
  columns.flatMap((column) => (column.narrow === null ? [] : [{ ...column, ...column.narrow }]))

/** Rows that are kept elsewhere, a ring or pages from a server; the table asks for those it shows. */
export interface RowSource<Row> {
  readonly length: number
  /** Undefined while it is not there yet: shown as a bar. */
  at(index: number): Row | undefined
}

export interface Sort {
  id: string
  isDescending: boolean
}

const order = new Intl.Collator(['zh-CN', 'en'], { numeric: true, sensitivity: 'base' })

/** Sorted by the column's value without touching the rows given; missing values come last either way. */
export function sortRows<Row>(
  rows: readonly Row[],
  column: Column<Row> | undefined,
  isDescending: boolean,
): readonly Row[] {
  const value = column?.value
  if (!value) return rows
  const sign = isDescending ? -1 : 1
  const keyed = rows.map((row) => ({ row, key: value(row) }))
  keyed.sort((a, b) => {
    const isMissing = [a, b].map(({ key }) => key === null || key === undefined || Number.isNaN(key))
    if (isMissing[0] || isMissing[1]) return Number(isMissing[0]) - Number(isMissing[1])
    if (typeof a.key === 'string' || typeof b.key === 'string')
      return sign * order.compare(String(a.key), String(b.key))
    return sign * (Number(a.key) - Number(b.key))
  })
  return keyed.map(({ row }) => row)
}

const widthOf = <Row>({ width = 120 }: Column<Row>) => width
/** Down to here a column that grows gives way. */
const leastOf = <Row>(column: Column<Row>) =>
  givesWay(column) ? Math.round(widthOf(column) * GIVES_WAY_TO) : widthOf(column)
const GIVES_WAY_TO = 0.75

interface Fitted<Row> {
  readonly fit: readonly Column<Row>[]
  /** Those that grow give way. */
  readonly isTight: boolean
}

/**
 * The columns that so many px have room for. Where they are too wide together, those that grow give way; where that is not
 * enough and columns may be left out, those go that a narrow table has not either, those that grow first and the last of them first.
 */
export function fitted<Row>(columns: readonly Column<Row>[], room: number, mayLeaveOut: boolean): Fitted<Row> {
  const sum = (of: (column: Column<Row>) => number, some: readonly Column<Row>[]) =>
    some.reduce((px, column) => px + of(column), 0)
  let fit = columns
  while (mayLeaveOut && sum(leastOf, fit) > room) {
    const left =
      fit.findLast(({ narrow, grow }) => narrow === null && grow !== 0) ?? fit.findLast(({ narrow }) => narrow === null)
    if (!left) break
    fit = fit.filter((column) => column !== left)
  }
  return { fit, isTight: sum(widthOf, fit) > room }
}

/** It may become wider and narrower by itself. */
export const givesWay = <Row>({ grow, isKeptWide = false }: Column<Row>) => grow !== 0 && !isKeptWide

/**
 * The columns with the px that what stands in them needs, of those that give way; where that is too much together, those that
 * give first have what others leave them, and then those that need most share what is left equally.
 */
export function sharedOut<Row>(
  columns: readonly Column<Row>[],
  needs: ReadonlyMap<string, number>,
  room: number,
): Column<Row>[] {
  const sum = (some: readonly Column<Row>[], of: (column: Column<Row>) => number) =>
    some.reduce((px, column) => px + of(column), 0)
  const needOf = (column: Column<Row>) => needs.get(column.id) ?? widthOf(column)
  const giving = columns
    .filter(givesWay)
    .sort((a, b) => Number(a.givesFirst ?? false) - Number(b.givesFirst ?? false) || needOf(a) - needOf(b))
  const firsts = giving.filter(({ givesFirst }) => givesFirst)
  const kept = sum(firsts, leastOf)
  let left = Math.max(
    room -
      sum(
        columns.filter((one) => !givesWay(one)),
        widthOf,
      ),
    sum(giving, leastOf),
  )
  const widths = new Map<string, number>()
  giving.forEach((column, at) => {
    const px = column.givesFirst
      ? Math.min(needOf(column), Math.floor(left / (giving.length - at)))
      : Math.min(needOf(column), Math.floor((left - kept) / (giving.length - firsts.length - at)))
    widths.set(column.id, px)
    left -= px
  })
  return columns.map((column) => ({ ...column, width: widths.get(column.id) ?? widthOf(column) }))
}

/** A column that was resized has exactly these px. */
export const resized = <Row>(column: Column<Row>, px: number | undefined): Column<Row> =>
  px === undefined ? column : { ...column, width: Math.round(px), grow: 0 }

/** The track of a column in the grid; where it is tight, one that grows gives way a little before anything has to be scrolled sideways. */
export function trackOf<Row>(column: Column<Row>, isTight = false) {
  const width = widthOf(column)
  if (column.grow === 0) return `${width}px`
  return isTight ? `minmax(${leastOf(column)}px, ${width}fr)` : `minmax(${width}px, ${column.grow ?? 1}fr)`
}
