/** The ids of the tabs, as the attribute `tab` names them. */
export const TABS = ['values', 'history', 'curve', 'alarms', 'rules', 'operations', 'log', 'track'] as const
export type TabId = (typeof TABS)[number]

/** The first tab for one that is not shown. */
export const tabOf = (tab: TabId, shown: readonly TabId[]): TabId => shown.find((id) => id === tab) ?? 'values'
