import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Template } from '../../../core/contract/template.ts'
import { useConnection, useText } from '../../define/index.ts'
import { NameDialog } from '../../parts/form/NameDialog.tsx'
import { copyName } from './copy-name.ts'
import { text } from './text.ts'

interface UseDialogProps {
  template: Template
  isOpen: boolean
  onCopied: (template_id: number, name: string) => void
  onClose: () => void
}

/** Asks for the copy's name; what was typed stays when the server refuses. */
export function UseDialog({ template, isOpen, onCopied, onClose }: UseDialogProps) {
  const t = useText(text)
  const { api } = useConnection()
  const most = LIMITS.genericName
  const help = t.nameHelp({ most })
  return (
    <NameDialog
      title={t.copyTitle({ name: template.module_name })}
      isOpen={isOpen}
      onClose={onClose}
      isKeptOpen
      isWide
      field="module_name"
      label={t.copyName}
      help={help}
      first={copyName(template.module_name, (name) => t.copyOf({ name }), most)}
      saveLabel={t.copy}
      validate={(typed) => (typed.trim() === '' ? t.nameMissing : typed.trim().length > most ? help : undefined)}
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
