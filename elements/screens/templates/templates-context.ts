import { createContext, useContext } from 'react'
import type { TemplateGroup } from '../../../core/contract/template.ts'

/** What every part of the screen can do and know. */
export interface TemplatesParts {
  groups: readonly TemplateGroup[]
  /** A word of what was done; with a way back it can be undone there. */
  done: (text: string, undo?: () => void) => void
  refused: (text: string) => void
  /** To the editor of a screen. */
  design: (screen_id: number) => void
  /** To the data sources of a template. */
  sources: (template_id: number) => void
  /** To the binding of devices: those of a template, or all of them. */
  bind: (template_id: number | null) => void
}

export const TemplatesContext = createContext<TemplatesParts | null>(null)

export function useTemplates(): TemplatesParts {
  const parts = useContext(TemplatesContext)
  if (!parts) throw new Error('Outside of <sg-templates>')
  return parts
}
