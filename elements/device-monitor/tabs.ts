/** The ids of the tabs, as the attribute `tab` names them. */
export const TABS = ['values', 'history', 'curve', 'alarms', 'operations', 'log', 'track'] as const
export type TabId = (typeof TABS)[number]

/** The first tab for anything that is not the id of one. */
export const tabOf = (tab: string | undefined): TabId => TABS.find((id) => id === tab) ?? 'values'
