import type { TemplateDetail } from '../../../core/contract/template.ts'

/** Props of every part of the page. */
export interface PartProps {
  template: TemplateDetail
  mayEdit: boolean
  onUnsaved: (isUnsaved: boolean, save?: () => Promise<boolean>) => void
  /** A newer answer, after a change. */
  onSaved: (template: TemplateDetail) => void
  reload: () => void
}
