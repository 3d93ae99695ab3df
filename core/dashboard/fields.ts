import { DashboardFields } from '../contract/documents/dashboard-fields.ts'

/** What the document of a dashboard has beside those of screens; a field that cannot be read is as where it says nothing. */
export function fieldsOf({ dashboard }: Readonly<Record<string, unknown>>): DashboardFields {
  const stored = (dashboard ?? {}) as Record<string, unknown>
  const fields = Object.entries(DashboardFields.shape).map(([name, field]): [string, unknown] => {
    const read = field.safeParse(stored[name])
    return [name, read.success ? read.data : field.parse(undefined)]
  })
  return Object.fromEntries(fields) as DashboardFields
}
