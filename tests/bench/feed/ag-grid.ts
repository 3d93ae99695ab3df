import { AllCommunityModule, createGrid, ModuleRegistry, themeQuartz } from 'ag-grid-community'
import type { Alarm } from '../../../core/contract/alarm.ts'
import type { FeedSubject } from './page.ts'

ModuleRegistry.registerModules([AllCommunityModule])

/** As its own page on high-frequency updates does it: rows by id, new ones in asynchronous transactions. */
const start = async (host: HTMLElement, rowData: Alarm[]): Promise<FeedSubject> => {
  let drawn = () => {}
  const isDrawn = new Promise<void>((resolve) => {
    drawn = resolve
  })
  const grid = createGrid<Alarm>(host, {
    theme: themeQuartz,
    rowData,
    rowSelection: { mode: 'multiRow' },
    getRowId: ({ data }) => data.alarm_id,
    columnDefs: [
      { field: 'alarm_level', width: 90 },
      { field: 'alarm_name', width: 180 },
      { field: 'dev_alias', width: 140 },
      { field: 'alarm_info', width: 160 },
      { field: 'state', width: 100 },
      {
        field: 'alarm_time',
        width: 180,
        sort: 'desc',
        valueFormatter: ({ value }) => new Date(value as number).toLocaleString(),
      },
    ],
    onFirstDataRendered: () => drawn(),
  })
  await isDrawn
  return {
    add: (alarms) => void grid.applyTransactionAsync({ add: [...alarms] }),
    scroller: () => host.querySelector('.ag-body-viewport, .ag-grid-viewport'),
  }
}
export default start
