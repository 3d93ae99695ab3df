import { type ComponentProps, useMemo } from 'react'
import type { ShownScreen } from '../../../core/contract/screen.ts'
import type { ShownPlace } from '../../canvas/view/ShownPlace.tsx'
import { useLiveSource } from '../../canvas/view/use-live-source.ts'
import { Viewer } from '../../canvas/view/Viewer.tsx'
import { useText } from '../../define/index.ts'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { text } from './text.ts'

interface SuppliedScreenProps extends ComponentProps<typeof ShownPlace> {
  document?: object | undefined
}

/** A screen that the page brings along: with live values, and without other screens to lead to. */
export function SuppliedScreen({ document, onPlace, ...rest }: SuppliedScreenProps) {
  const t = useText(text)
  const live = useLiveSource()
  const { sn_code } = rest
  const unnamed = sn_code || t.unnamed
  const shown = useMemo(() => screenOf(document ?? {}, unnamed), [document, unnamed])
  if (!live) return <LoadingState rows={8} />
  return (
    <Viewer
      {...rest}
      actions={rest.actions?.(shown, sn_code)}
      shown={shown}
      live={live}
      mayReplay
      canGoBack={false}
      onGo={onPlace}
      onPopUp={onPlace}
      onBack={() => {}}
    />
  )
}

function screenOf(document: object, unnamed: string): ShownScreen {
  const { name } = document as { name?: unknown }
  const screen_name = typeof name === 'string' && name.trim() !== '' ? name : unnamed
  const ids = { screen_id: 0, template_id: 0 }
  return {
    document,
    screen: {
      ...ids,
      screen_name,
      variant: 'desktop',
      is_start: true,
      width: 0,
      height: 0,
      revision: 0,
      published_revision: null,
      changed_time: 0,
      changed_by: '',
      thumbnail: null,
    },
    screens: [],
    template: { template_id: 0, module_name: screen_name, is_published: true },
    items: [],
    videos: [],
    // The page that hands it over may do all of it by itself.
    asks: { write: false, acknowledge: false },
  }
}
