import { useStore } from '@nanostores/react'
import {
  createContext,
  type RefObject,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ControlState } from '../../../core/canvas/control-state.ts'
import type { PointSource } from '../../../core/canvas/point-source.ts'
import { createRuntime } from '../../../core/canvas/runtime.ts'
import type { ScreenDocument } from '../../../core/contract/documents/screen.ts'
import type { VideoSetting } from '../../../core/contract/template.ts'
import { lazyPart, useConnection, useElement, useSheet, useText } from '../../define/index.ts'
import { watchLook } from '../../kit/chart/look.ts'
import { type Gallery, galleryOf } from '../controls/gallery.ts'
import { GalleryContext } from '../controls/gallery-context.ts'
import { KINDS } from '../controls/kinds.ts'
import { pointedTimes } from '../controls/view/pointed-times.ts'
import {
  type PlacedScreenOf,
  type SharedTime,
  ViewContext,
  type ViewSurroundings,
} from '../controls/view/view-context.ts'
import { CardContext } from './card-context.ts'
import { type Box, useDetails } from './details/use-details.tsx'
import { drawnAlarms } from './drawn-alarms.ts'
import { readSceneLook } from './look.ts'
import { type Opened, openScreen } from './open-screen.ts'
import type { ReadScreen } from './PlacedScreen.tsx'
import { sceneControls } from './scene-controls.ts'
import sheet from './screen-view.css?sheet'
import type { Stage } from './stage.ts'
import { Tip, type Tipped } from './Tip.tsx'
import { text } from './text.ts'
import { type ScreenHandlers, useActions } from './use-actions.ts'
import { Views } from './Views.tsx'
import type { ZoomMode } from './view-fit.ts'

// They come with the first write, not with the first look.
const WriteDialog = lazyPart(() => import('./WriteDialog.tsx').then((chunk) => chunk.WriteDialog), null)
const AcknowledgeDialog = lazyPart(
  () => import('./AcknowledgeDialog.tsx').then((chunk) => chunk.AcknowledgeDialog),
  null,
)
const Lines = lazyPart(() => import('./Lines.tsx').then((chunk) => chunk.Lines), null)

/** Only where a screen shows another one. */
const PlacedScreen = lazyPart(() => import('./PlacedScreen.tsx').then((chunk) => chunk.PlacedScreen), null)
/** Whether a screen stands in another one: it shows no further one. */
const PlacedContext = createContext(false)

interface ScreenViewProps extends ScreenHandlers {
  /** As `readDocument` gives it. */
  document: ScreenDocument
  /** What people call the screen. */
  name: string
  zoom: ZoomMode
  /** Those of the template. */
  videos: readonly VideoSetting[]
  /** The time of a replay; null for now. */
  replayTime?: number | null
  /** Of a dashboard, its range of time. */
  time?: SharedTime | null
  /** Somebody chose a device in a list, a tree or a map; without it none can be chosen. */
  onChoose?: ((sn_code: string) => void) | null
}

/** A screen with its values: drawn, spoken, worked with. */
export function ScreenView(props: ScreenViewProps) {
  useSheet(sheet)
  const { document, name, zoom, source, sn_code, replayTime = null } = props
  const { lang, timeZone } = useElement()
  const t = useText(text)
  const host = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const proxyLayer = useRef<HTMLDivElement>(null)
  const screen = useRef<ReturnType<typeof openScreen> | null>(null)
  const opened = useOpened(document, source, sn_code, timeZone, lang)
  const actions = useActions(opened?.runtime ?? null, props)
  const surroundings = useSurroundings(props, opened)
  const details = useDetails({
    source,
    sn_code,
    of: opened,
    boxOf: (control_id) => boxOf(opened?.runtime.state(control_id), screen.current?.stage),
    focus: (control_id) => screen.current?.proxies.focus(control_id),
    onWrite(control_id, point) {
      const control = opened?.byId.get(control_id)
      if (control && opened) actions.askFor(control, point, opened)
    },
  })
  const [tipped, setTipped] = useState<Tipped | null>(null)
  const hasLines = useStore(actions.underWay.$lines).length > 0
  const { asked, answer } = actions.acknowledging
  const [hasRequest, setHasRequest] = useState(false)
  if (actions.request && !hasRequest) setHasRequest(true)
  const [hasAsked, setHasAsked] = useState(false)
  if (asked && !hasAsked) setHasAsked(true)
  const lookCount = useLookCount(host)
  const gallery = useGallery((address) => screen.current?.stage.scene.pictureCame(address))

  const { style } = document
  // biome-ignore lint/correctness/useExhaustiveDependencies: tokens are read anew when the theme has changed
  const look = useMemo(
    () =>
      host.current && opened
        ? readSceneLook({ element: host.current, style, lang, timezone: timeZone, picture: gallery.picture })
        : null,
    [opened, style, lang, timeZone, gallery, lookCount],
  )
  const zoomNow = useEffectEvent(() => zoom)
  const lookNow = useEffectEvent(() => look)

  const hasLook = look !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new look is passed to the existing stage
  useLayoutEffect(() => {
    const look = lookNow()
    if (!opened || !host.current || !layer.current || !proxyLayer.current || !look) return
    const made = openScreen({
      opened,
      host: host.current,
      layer: layer.current,
      proxyLayer: proxyLayer.current,
      page: document,
      look,
      zoom: zoomNow(),
      lang,
      words: t,
      actions,
      details,
      onTip: setTipped,
    })
    screen.current = made
    return () => {
      screen.current = null
      made.dispose()
    }
  }, [opened, hasLook, lang])

  useEffect(() => {
    if (look) screen.current?.stage.setLook(look)
  }, [look])
  useEffect(() => screen.current?.stage.setZoom(zoom), [zoom])

  const shown = useMemo(
    () =>
      opened && {
        stateOf: (control_id: string) => opened.runtime.state(control_id),
        listen: (changed: () => void) => opened.runtime.listen(changed),
      },
    [opened],
  )
  const proxies = (
    // biome-ignore lint/a11y/useSemanticElements: what lies over a canvas is no form
    <div
      className="screen-proxies"
      ref={proxyLayer}
      role="group"
      aria-label={t.usable}
      aria-description={t.usableHow}
    />
  )
  return (
    <GalleryContext value={gallery}>
      <ViewContext value={surroundings}>
        <section
          className="screen"
          ref={host}
          aria-label={t.screen({ name })}
          data-past={source.kind === 'replay' || undefined}
          onKeyDown={(event) => event.key === 'Escape' && setTipped(null)}
        >
          {opened && shown && look ? (
            <Views
              layer={layer}
              controls={opened.controls}
              states={shown}
              look={look}
              sn_code={sn_code}
              isEditing={false}
              isShared={props.isShared ?? false}
              replayTime={replayTime}
            >
              {proxies}
            </Views>
          ) : (
            <div className="screen-layer" ref={layer}>
              {proxies}
            </div>
          )}
          {tipped && opened && screen.current && (
            <Tip
              {...tipped}
              state={opened.runtime.state(tipped.control.control_id)}
              alarms={drawnAlarms(tipped.control.control_id, opened.runtime, source)}
              view={screen.current.stage.view()}
            />
          )}
          {details.shown}
          {hasLines && (
            <Lines
              underWay={actions.underWay}
              onSelected={({ at, id }) => {
                actions.underWay.close(id)
                actions.ask(at, actions.underWay.valueOf(at), null)
              }}
            />
          )}
        </section>
        {hasRequest && <WriteDialog request={actions.request} source={source} onClose={actions.closeWrite} />}
        {hasAsked && <AcknowledgeDialog alarms={actions.request ? null : asked} onAnswer={answer} />}
      </ViewContext>
    </GalleryContext>
  )
}

/** What the views in it find of the screen. */
function useSurroundings(props: ScreenViewProps, opened: Opened | null): ViewSurroundings {
  const { source, videos, onChoose = null, time = null } = props
  const isPlaced = use(PlacedContext)
  const [group_id, chooseGroup] = useState<number | null>(null)
  const [pointed] = useState(pointedTimes)
  const { write, acknowledge } = props.asks
  const mayConfirm = !acknowledge
  const setShown = opened?.runtime.setShown ?? null
  const onWriteDone = useEffectEvent(props.onWriteDone)
  return useMemo(() => {
    const draw = (screen: ReadScreen) => (
      <ScreenView
        {...screen}
        // What is placed on a drawing is pressed where that one has it: it asks what either of them asks.
        asks={{ write: screen.asks.write || write, acknowledge: screen.asks.acknowledge || acknowledge }}
        zoom="fit"
        source={source}
        onChoose={onChoose}
        onWriteDone={(command) => onWriteDone(command)}
      />
    )
    const showScreen = (of: PlacedScreenOf) => (
      <PlacedContext value={true}>
        <CardContext value={null}>
          <PlacedScreen of={of} draw={draw} />
        </CardContext>
      </PlacedContext>
    )
    return {
      source,
      videos,
      mayConfirm,
      choose: onChoose,
      group_id,
      chooseGroup,
      setShown,
      time,
      pointedTimes: pointed,
      showScreen: isPlaced ? null : showScreen,
    }
  }, [source, videos, mayConfirm, write, acknowledge, onChoose, group_id, setShown, time, pointed, isPlaced])
}

/** Pictures of the gallery, kept while the screen is shown. */
function useGallery(onPicture: (address: string) => void): Gallery {
  const connection = useConnection()
  const came = useEffectEvent(onPicture)
  const gallery = useMemo(() => galleryOf(connection, (address) => came(address)), [connection])
  useEffect(() => () => gallery.dispose(), [gallery])
  return gallery
}

/** The document with its values; null until it is laid out for the first time. */
function useOpened(
  document: ScreenDocument,
  source: PointSource,
  sn_code: string,
  timezone: string,
  lang: 'zh' | 'en',
): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null)
  useLayoutEffect(() => {
    const runtime = createRuntime({ document, kinds: KINDS, source, sn_code, timezone, lang })
    const controls = runtime.controls()
    setOpened({
      runtime,
      source,
      sn_code,
      controls: sceneControls(controls, runtime),
      byId: new Map(controls.map((one) => [one.control_id, one])),
    })
    return () => runtime.dispose()
  }, [document, source, sn_code, timezone, lang])
  return opened
}

/** Where a control is drawn, px of the screen's place. */
function boxOf(state: ControlState | undefined, stage: Stage | undefined): Box | null {
  if (!state || !stage) return null
  const { zoom, x, y } = stage.view()
  return {
    x: (state.x - x) * zoom,
    y: (state.y - y) * zoom,
    width: state.width * zoom,
    height: state.height * zoom,
  }
}

/** Counts changes of the theme where the screen stands. */
function useLookCount(host: RefObject<HTMLDivElement | null>): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (!host.current) return
    return watchLook(host.current, () => setCount((before) => before + 1))
  }, [host])
  return count
}
