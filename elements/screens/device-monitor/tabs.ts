import type { HistoryTable } from '../../../core/contract/history.ts'

/** The ids of the tabs, as the attribute `tab` names them. */
export const TABS = ['values', 'history', 'curve', 'alarms', 'rules', 'operations', 'log', 'track'] as const
export type TabId = (typeof TABS)[number]

/** What a row of the history is: a value, or a time with a column a point. */
export const HISTORY_TABLES = ['values', 'times'] as const satisfies readonly HistoryTable[]

/** The first tab for one that is not shown. */
export const tabOf = (tab: TabId, shown: readonly TabId[]): TabId => shown.find((id) => id === tab) ?? 'values'
