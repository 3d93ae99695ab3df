export const SECTIONS = ['personal', 'security', 'push', 'sessions', 'closing'] as const
export type SectionId = (typeof SECTIONS)[number]
