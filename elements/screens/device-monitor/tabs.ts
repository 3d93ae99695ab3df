/** The ids of the tabs, as the attribute `tab` names them. */
export const TABS = ['values', 'history', 'curve', 'alarms', 'rules', 'operations', 'log', 'track'] as const
export type TabId = (typeof TABS)[number]

/** The first tab for anything that is not the id of one that is shown. */
export const tabOf = (tab: string, shown: readonly TabId[]): TabId => shown.find((id) => id === tab) ?? 'values'
