import * as z from 'zod/mini'
import { PAGE_SIZE_DEFAULT, PAGE_SIZES } from '../catalogue/limits.ts'

const isPageSize = (n: number) => PAGE_SIZES.some((size) => size === n)

/** A list's paging, as every list takes it. `sort` is a field name, with `-` in front for descending. */
export const Paging = {
  page: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
  page_size: z._default(z.int().check(z.refine(isPageSize, PAGE_SIZES.join(', '))), PAGE_SIZE_DEFAULT),
  sort: z.optional(z.string().check(z.regex(/^-?[a-zA-Z_]{1,40}$/))),
}

/** A page of rows and the number of all rows that the filters leave. */
export const pageOf = <T extends z.ZodMiniType>(row: T) => z.object({ rows: z.array(row), total: z.int() })
