import type { ReactNode } from 'react'
import type { ShownScreen } from '../../../core/contract/screen.ts'
import { useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { text } from './text.ts'
import type { ZoomMode } from './view-fit.ts'

interface BarProps {
  shown: ShownScreen | null
  /** '' where there is none. */
  deviceName: string
  zoom: ZoomMode
  isReplaying: boolean
  mayReplay: boolean
  canGoBack: boolean
  isFull: boolean
  /** Its screens are in a menu: on a phone. */
  isNarrow: boolean
  actions: ReactNode
  onScreen: (screen_id: number) => void
  onZoom: (zoom: ZoomMode) => void
  onReplay: (isReplaying: boolean) => void
  onBack: () => void
  onFull: () => void
}

/** Where one is, the way back, the template's other screens, the past, the size. */
export function Bar(props: BarProps) {
  const { shown, deviceName, zoom, isReplaying, mayReplay, canGoBack, isFull, isNarrow, actions, ...on } = props
  const t = useText(text)
  const modes = [
    ['fit', t.fit],
    ['fill', t.fill],
    ['actual', t.actual],
  ] as const
  return (
    <div className="viewer-bar">
      {canGoBack && <IconButton icon="chevron-left" label={t.back} onPress={on.onBack} />}
      {shown && deviceName && <span className="viewer-device">{deviceName}</span>}
      {shown && <Screens shown={shown} isNarrow={isNarrow} onScreen={on.onScreen} />}
      {shown && !shown.template.is_published && <span className="viewer-draft">{t.draft}</span>}
      <span className="viewer-gap" />
      <span className="viewer-tools">
        {mayReplay && (
          <IconButton icon="clock" label={t.replay} isPressed={isReplaying} onPress={() => on.onReplay(!isReplaying)} />
        )}
        <Menu
          label={t.size}
          entries={modes.map(([id, label]) => ({
            id,
            label,
            isChecked: zoom === id,
            onAction: () => on.onZoom(id),
          }))}
        >
          <IconButton icon="zoom-in" label={t.size} />
        </Menu>
        <IconButton icon="expand" label={isFull ? t.leaveFullScreen : t.fullScreen} onPress={on.onFull} />
        {actions}
      </span>
    </div>
  )
}

interface ScreensProps {
  shown: ShownScreen
  isNarrow: boolean
  onScreen: (screen_id: number) => void
}

/** The screens of a template keep their places, whichever of them is shown. */
function Screens({ shown: { screen, screens }, isNarrow, onScreen }: ScreensProps) {
  const t = useText(text)
  const all = [screen, ...screens.filter(({ screen_id }) => screen_id !== screen.screen_id)]
    .filter(({ variant }) => variant === screen.variant)
    .sort((one, other) => Number(other.is_start) - Number(one.is_start) || one.screen_id - other.screen_id)
  const name = <h2 className="viewer-name">{screen.screen_name}</h2>
  if (all.length < 2) return name
  if (isNarrow) {
    return (
      <>
        {name}
        <Menu
          label={t.screens}
          placement="bottom start"
          entries={all.map(({ screen_id, screen_name }) => ({
            id: String(screen_id),
            label: screen_name,
            isChecked: screen_id === screen.screen_id,
            onAction: () => screen_id !== screen.screen_id && onScreen(screen_id),
          }))}
        >
          <IconButton icon="chevron-down" label={t.otherScreens} />
        </Menu>
      </>
    )
  }
  return (
    <nav className="viewer-screens" aria-label={t.screens}>
      {all.map(({ screen_id, screen_name }) =>
        screen_id === screen.screen_id ? (
          <span key={screen_id} className="viewer-here" aria-current="page">
            {name}
          </span>
        ) : (
          <Button key={screen_id} look="plain" onPress={() => onScreen(screen_id)}>
            {screen_name}
          </Button>
        ),
      )}
    </nav>
  )
}
