import { columnSizingFeature, columnVisibilityFeature, type ReactTable, tableFeatures } from '@tanstack/react-table'

/** Only the columns are the table library's to keep; sorting and the window of rows are ours, outside of it. */
export const features = tableFeatures({ columnVisibilityFeature, columnSizingFeature })

export type TableModel<Row extends object> = ReactTable<typeof features, Row>
