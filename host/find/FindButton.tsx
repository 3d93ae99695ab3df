import { useText } from '../../elements/define/index.ts'
import { IconButton } from '../../elements/kit/Button.tsx'
import { text } from '../text.ts'
import { $isFinding, FIND_KEY } from './finding.ts'

/** Opens the search; its tooltip says that a key does too. */
export function FindButton() {
  const t = useText(text)
  return <IconButton icon="search" label={t.find({ keys: FIND_KEY })} onPress={() => $isFinding.set(true)} />
}
