import * as z from 'zod/mini'

/** A list's paging, as every list takes it. `sort` is a field name, with `-` in front for descending. */
export const Paging = {
  page: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
  page_size: z._default(z.int().check(z.refine((n) => [10, 20, 50, 100].includes(n), '10, 20, 50, 100')), 20),
  sort: z.optional(z.string().check(z.regex(/^-?[a-zA-Z_]{1,40}$/))),
}

/** A page of rows and the number of all rows that the filters leave. */
export const pageOf = <T extends z.ZodMiniType>(row: T) => z.object({ rows: z.array(row), total: z.int() })
