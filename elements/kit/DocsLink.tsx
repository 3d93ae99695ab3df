import { defineText } from '../../core/text/define-text.ts'
import { useText } from '../context/element-context.ts'

export const text = defineText({ docs: ['查看文档', 'Read the docs'] })

/** Opens in a place of its own: the page around the element stays. */
export function DocsLink({ href }: { href: string }) {
  const { docs } = useText(text)
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {docs}
    </a>
  )
}
