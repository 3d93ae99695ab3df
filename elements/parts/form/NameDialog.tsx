import type { ReactNode } from 'react'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from './EntityForm.tsx'
import { useDraft } from './use-draft.ts'

interface NameDialogProps {
  title: string
  isOpen: boolean
  onClose: () => void
  isKeptOpen?: boolean
  isWide?: boolean
  /** As the contract calls it. */
  field: string
  label: string
  help: string
  first: string
  saveLabel: string
  /** What is wrong with a name; undefined when it can be sent. */
  validate: (name: string) => string | undefined
  /** Sends a name without the space around it. */
  send: (name: string) => Promise<unknown>
  /** Codes of refusals of the name itself. */
  codes: readonly string[]
  /** Below the field. */
  children?: ReactNode
}

/** One name. What was typed stays when the server refuses; another key begins anew. */
export function NameDialog({ title, isOpen, onClose, isKeptOpen = false, isWide = false, ...rest }: NameDialogProps) {
  const { field, label, help, first, saveLabel, validate, send, codes, children } = rest
  const form = useDraft(
    { name: first },
    {
      fields: [field],
      validate(draft): Partial<Record<string, string>> {
        const wrong = validate(draft.name)
        return wrong === undefined ? {} : { [field]: wrong }
      },
      send: ({ name }) => send(name.trim()),
      fieldOf: Object.fromEntries(codes.map((code) => [code, field])),
    },
  )
  return (
    <EntityForm
      title={title}
      form={form}
      onClose={onClose}
      saveLabel={saveLabel}
      dialog={{ isOpen, isKeptOpen }}
      isWide={isWide}
    >
      <TextField
        label={label}
        name={field}
        help={help}
        value={form.draft.name}
        onChange={(name) => form.set({ name })}
        error={form.wrong[field]}
        autoComplete="off"
        isRequired
        isAutoFocus
      />
      {children}
    </EntityForm>
  )
}
