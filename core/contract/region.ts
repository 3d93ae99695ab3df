import * as z from 'zod/mini'

/** A province, city or district of China (GB/T 2260). */
export const RegionCode = z.string().check(z.regex(/^\d{6}$/))
/** '' is none. */
export const RegionCodeOrNone = z.string().check(z.regex(/^(\d{6})?$/))

/** The codes of a division and of those above it: province, city, district; '' for what there is none of. */
export const codesAbove = (region_code: string): [province: string, city: string, area: string] => {
  if (region_code === '') return ['', '', '']
  const [province, city] = [`${region_code.slice(0, 2)}0000`, `${region_code.slice(0, 4)}00`]
  return [province, city === province ? '' : city, region_code === city ? '' : region_code]
}
