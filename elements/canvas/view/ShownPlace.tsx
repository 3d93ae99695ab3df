import { type ReactNode, useCallback, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
// The calls that a screen begins with are declared there: they come beside the element, not after it.
import '../../../core/contract/configuration.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Command } from '../../../core/contract/control.ts'
import type { ShownScreen } from '../../../core/contract/screen.ts'
import { useConnection, useElementState, useText } from '../../define/index.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { useCall } from '../../parts/use-call.ts'
import { loadKinds } from '../controls/kinds.ts'
import { text } from './text.ts'
import { UnderWayContext, useUnderWay } from './under-way.ts'
import { useLiveSource } from './use-live-source.ts'
import { type Place, Viewer } from './Viewer.tsx'
import type { ZoomMode } from './view-fit.ts'

const NOT_FOUND = '115005'

interface ShownPlaceProps {
  sn_code: string
  template_id: number | null
  screen_id: number | null
  variant: 'desktop' | 'mobile' | null
  zoom: ZoomMode
  isBare: boolean
  isReplaying: boolean
  /** Where the named screen is none of the device's any more, its start screen will do. */
  orStart?: boolean
  /** Further buttons of the bar, for the screen that is shown. */
  actions?: (shown: ShownScreen, sn_code: string) => ReactNode
  /** A device, or a screen, that was to be shown is not there. */
  onMissing?: () => void
  onZoom: (zoom: ZoomMode) => void
  onReplay: (isReplaying: boolean) => void
  onPlace: (place: Place) => void
  onWriteDone: (command: Command) => void
}

/** The screen of a device, with the way through its template's screens and their pop-ups. */
export function ShownPlace(props: ShownPlaceProps) {
  const { sn_code, template_id, screen_id, onPlace } = props
  const address = `${sn_code} ${template_id} ${screen_id}`
  const [way, setWay] = useState<{ from: string; places: readonly Place[] }>({ from: address, places: [] })
  const [popUps, setPopUps] = useState<readonly Place[]>([])
  // Another address begins anew, unless it is where we went ourselves.
  const places = way.from === address ? way.places : []
  const place = places.at(-1) ?? { sn_code, screen_id }

  const underWay = useUnderWay(props.onWriteDone)
  const { isReplaying } = props
  // What was said of the past is not true of now, nor the other way round.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the one takes the place of the other
  useLayoutEffect(() => underWay.forgetNotes(), [underWay, isReplaying])
  const go = useCallback(
    (next: Place) => {
      setWay((before) => ({ from: address, places: [...(before.from === address ? before.places : []), next] }))
      onPlace(next)
    },
    [address, onPlace],
  )
  const back = () => {
    const left = places.slice(0, -1)
    setWay({ from: address, places: left })
    onPlace(left.at(-1) ?? { sn_code, screen_id })
  }
  return (
    <UnderWayContext value={underWay}>
      <OnePlace
        {...props}
        place={place}
        orStart={props.orStart === true && places.length === 0}
        canGoBack={places.length > 0}
        onGo={go}
        onPopUp={(next) => setPopUps((open) => [...open, next])}
        onBack={back}
      />
      <PopUp
        {...props}
        place={popUps.at(-1) ?? null}
        onGo={(next) => setPopUps((open) => [...open.slice(0, -1), next])}
        onPopUp={(next) => setPopUps((open) => [...open, next])}
        onBack={() => setPopUps((open) => open.slice(0, -1))}
      />
    </UnderWayContext>
  )
}

interface OnePlaceProps extends ShownPlaceProps {
  place: Place
  canGoBack: boolean
  onGo: (place: Place) => void
  onPopUp: (place: Place) => void
  onBack: () => void
  /** What the screen is called, as soon as that is known. */
  onNamed?: (screen_name: string) => void
}

function OnePlace({ place, template_id, variant, actions, orStart, onNamed, onMissing, ...rest }: OnePlaceProps) {
  const live = useLiveSource()
  const { screen_id, sn_code } = place
  useEffect(() => {
    // What screens are drawn with comes beside the screen; where it does not, who draws the screen asks again and says so.
    loadKinds([]).catch(() => {})
  }, [])
  const { data, isAlone, failure, reload } = usePlace(place, template_id, variant, orStart === true)
  const [last, setLast] = useState<{ shown: ShownScreen; sn_code: string } | null>(null)
  if (data && last?.shown !== data) setLast({ shown: data, sn_code: isAlone ? '' : sn_code })
  const tellName = useEffectEvent((name: string) => onNamed?.(name))
  const name = data?.screen.screen_name
  useEffect(() => {
    if (name !== undefined) tellName(name)
  }, [name])
  const tellMissing = useEffectEvent(() => onMissing?.())
  const isMissing = failure instanceof ApiError && !data
  useEffect(() => {
    if (isMissing) tellMissing()
  }, [isMissing])

  if (sn_code === '' && screen_id === null && template_id === null) return <NothingChosen />
  const isNone = failure instanceof ApiError && failure.code === NOT_FOUND
  const instead = isNone ? <NoScreen /> : failure && !data ? <Failure failure={failure} onRetry={reload} /> : null
  if (instead && !rest.canGoBack) return instead
  if (!live) return <LoadingState rows={8} />
  // On the way from screen to screen of one device the one before stays: another device's values would be taken for its.
  const shown = last && (data || last.sn_code === sn_code) ? last : null
  return (
    <Viewer
      {...rest}
      shown={instead ? null : (shown?.shown ?? null)}
      instead={instead}
      sn_code={shown?.sn_code ?? sn_code}
      live={live}
      mayReplay
      actions={shown && !instead && actions?.(shown.shown, shown.sn_code)}
    />
  )
}

/** What is shown at a place, or at the one that stands in for it. */
function usePlace(place: Place, template_id: number | null, variant: ShownPlaceProps['variant'], orStart: boolean) {
  const { api } = useConnection()
  const { screen_id, sn_code, isSameDevice } = place
  const ofVariant = variant && { variant }
  const isNothing = sn_code === '' && screen_id === null && template_id === null
  const wanted = useCall(
    api.screen.show,
    isNothing
      ? null
      : {
          ...(sn_code && { sn_code }),
          ...(screen_id !== null && { screen_id }),
          ...(template_id !== null && !sn_code && screen_id === null && { template_id }),
          ...ofVariant,
        },
  )
  const isNone = wanted.failure instanceof ApiError && wanted.failure.code === NOT_FOUND && screen_id !== null
  const isAlone = isNone && isSameDevice === true && sn_code !== ''
  const isStart = isNone && orStart
  const other = useCall(
    api.screen.show,
    isAlone
      ? { screen_id, ...ofVariant }
      : isStart
        ? { ...(sn_code ? { sn_code } : template_id !== null && { template_id }), ...ofVariant }
        : null,
  )
  const isOther = isAlone || isStart
  const { data, failure, reload } = isOther ? other : wanted
  return { data, failure, reload, isAlone: isAlone && data !== null }
}

function NothingChosen() {
  const t = useText(text)
  useElementState('empty')
  return <EmptyState icon="image" title={t.nothingChosen} explanation={t.nothingChosenWhy} />
}

function NoScreen() {
  const t = useText(text)
  useElementState('empty')
  return <EmptyState icon="image" title={t.noScreen} explanation={t.noScreenWhy} />
}

interface PopUpProps extends Omit<OnePlaceProps, 'place' | 'canGoBack'> {
  place: Place | null
}

/** A screen over the screen; one that opens another is found again behind it. */
function PopUp({ place, ...rest }: PopUpProps) {
  const t = useText(text)
  const [name, setName] = useState('')
  return (
    <Dialog title={name || t.popUp} isOpen={place !== null} onClose={rest.onBack} size="large">
      <div className="viewer-pop-up">
        {place && (
          <OnePlace
            {...rest}
            place={place}
            isBare
            isReplaying={false}
            canGoBack={false}
            orStart={false}
            onNamed={setName}
          />
        )}
      </div>
    </Dialog>
  )
}
