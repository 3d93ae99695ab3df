import type { Template } from '../../../core/contract/template.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { NameDialog } from '../../parts/form/NameDialog.tsx'
import { checkName, nameOfCopy } from './template-form.ts'
import { text } from './text.ts'

export interface TemplateDialogProps {
  /** Kept while the dialog closes. */
  template: Template
  isOpen: boolean
  onClose: () => void
}

interface CopyDialogProps extends TemplateDialogProps {
  onCopied: (template_id: number, module_name: string) => void
}

/** A template under another name. */
export function CopyDialog({ template, isOpen, onClose, onCopied }: CopyDialogProps) {
  const t = useText(text)
  const { copy } = useText(words)
  const { api } = useConnection()
  return (
    <NameDialog
      title={t.copyTitle({ name: template.module_name })}
      isOpen={isOpen}
      onClose={onClose}
      field="module_name"
      label={t.module_name}
      help={t.nameHelp}
      first={nameOfCopy(template.module_name, t)}
      saveLabel={copy}
      validate={(name) => checkName(name, t)}
      send={async (module_name) => {
        const made = await api.template.copy({ template_id: template.template_id, module_name })
        onCopied(made.template_id, module_name)
      }}
      codes={['115001']}
    >
      <p className="quiet">{t.copyWhy}</p>
    </NameDialog>
  )
}
