import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyElement } from '../EmptyElement.tsx'
import { text } from './text.ts'

/** Where search and filters leave nothing: says so, and takes them away. */
export function NoMatch({ title, onClear }: { title: string; onClear: () => void }) {
  const t = useText(text)
  return (
    <EmptyElement
      icon="search"
      title={title}
      explanation={t.noMatchWhy}
      action={<Button onPress={onClear}>{t.clearFilters}</Button>}
    />
  )
}
