import type { Point, Text } from './kind.ts'

/** Rows of the points tables, one word a sort of point. */

export const measure = (key: string, zh: string, en: string, unit: string, decimals: number): Point => ({
  key,
  name: { zh, en },
  data_type: 'number',
  unit,
  decimals,
  access: 'r',
})

/** A total that only grows and that the device keeps over a restart. */
export const counter = (key: string, zh: string, en: string, unit: string, decimals: number): Point => ({
  ...measure(key, zh, en, unit, decimals),
  isKept: true,
})

export const setting = (
  key: string,
  zh: string,
  en: string,
  unit: string,
  decimals: number,
  write_min: number,
  write_max: number,
): Point => ({ ...counter(key, zh, en, unit, decimals), access: 'rw', write_min, write_max })

export const flag = (key: string, zh: string, en: string): Point => ({
  key,
  name: { zh, en },
  data_type: 'boolean',
  access: 'r',
})

/** A boolean that can be written; kept over a restart. */
export const onOff = (key: string, zh: string, en: string): Point => ({
  ...flag(key, zh, en),
  access: 'rw',
  isKept: true,
})

export const choice = (key: string, zh: string, en: string, texts: readonly Text[]): Point => ({
  key,
  name: { zh, en },
  data_type: 'enum',
  access: 'r',
  enum_text: Object.fromEntries(texts.map((text, n) => [String(n), text])),
})

export const label = (key: string, zh: string, en: string): Point => ({
  key,
  name: { zh, en },
  data_type: 'string',
  access: 'r',
})

/** A choice that can be written; kept over a restart. */
export const selector = (key: string, zh: string, en: string, texts: readonly Text[]): Point => ({
  ...choice(key, zh, en, texts),
  access: 'rw',
  isKept: true,
  write_min: 0,
  write_max: texts.length - 1,
})
