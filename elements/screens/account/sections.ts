export const SECTIONS = ['personal', 'security', 'push', 'sessions', 'closing'] as const
export type SectionId = (typeof SECTIONS)[number]

/** The section that an attribute names; the first one for a word that names none. */
export const sectionOf = (word: string): SectionId => SECTIONS.find((id) => id === word) ?? 'personal'
