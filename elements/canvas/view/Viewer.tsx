import { type ReactNode, useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { PointSource } from '../../../core/canvas/point-source.ts'
import { problemSentence } from '../../../core/canvas/problem.ts'
import { readDocument } from '../../../core/canvas/read-document.ts'
import type { Command } from '../../../core/contract/control.ts'
import type { ScreenDocument } from '../../../core/contract/documents/screen.ts'
import type { ShownScreen } from '../../../core/contract/screen.ts'
import { lazyPart, useElement, useElementPast, useElementState, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ErrorState } from '../../kit/ErrorState.tsx'
import { LineNote, useLine } from '../../parts/LineNote.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { useNarrow } from '../../parts/use-narrow.ts'
import { KINDS } from '../controls/kinds.ts'
import type { SharedTime } from '../controls/view/view-context.ts'
import { Bar } from './Bar.tsx'
import { ScreenView } from './ScreenView.tsx'
import { devicesIn } from './spoken-names.ts'
import { text } from './text.ts'
import { useFullScreen } from './use-full-screen.ts'
import { useKinds } from './use-kinds.ts'
import { useReplay } from './use-replay.ts'
import type { ZoomMode } from './view-fit.ts'
import sheet from './viewer.css?sheet'

const ReplayBar = lazyPart(() => import('./ReplayBar.tsx').then((chunk) => chunk.ReplayBar), null)

/** Where a viewer is: `screen_id` null for the start screen, `sn_code` '' for screens of fixed devices. */
export interface Place {
  readonly screen_id: number | null
  readonly sn_code: string
  /** The device was not named on the way here: a screen that is not of its template is shown without it. */
  readonly isSameDevice?: boolean
}

interface ViewerProps {
  /** Null where there is nothing to be shown yet, or at all. */
  shown: ShownScreen | null
  /** In the place of the screen: why it is not there. */
  instead?: ReactNode
  sn_code: string
  live: PointSource
  zoom: ZoomMode
  /** Nothing but the screen. */
  isBare: boolean
  mayReplay: boolean
  isReplaying: boolean
  canGoBack: boolean
  /** Further buttons at the end of the bar. */
  actions?: ReactNode
  /** Between the bar and the screen. */
  tools?: ReactNode
  /** Of a dashboard, its range of time; null where it has none. */
  time?: SharedTime | null
  /** To who was handed this one screen, and nothing else. */
  isShared?: boolean
  /** How what was read is laid out, such as for a narrow page; the same function as long as it does the same. */
  arrange?: ((document: ScreenDocument) => ScreenDocument) | null
  onZoom: (zoom: ZoomMode) => void
  onReplay: (isReplaying: boolean) => void
  onGo: (place: Place) => void
  onPopUp: (place: Place) => void
  onBack: () => void
  onWriteDone: (command: Command) => void
  /** Somebody chose a device in a list, a tree or a map of the screen; without it none can be chosen. */
  onChoose?: ((sn_code: string) => void) | null
}

/** A screen with its bar. The bar, full screen and the time of a replay stay while one goes from screen to screen. */
export function Viewer(props: ViewerProps) {
  useSheet(sheet)
  const { shown, sn_code, zoom, isBare, isReplaying, onReplay } = props
  const frame = useRef<HTMLDivElement>(null)
  const [measured, isNarrow] = useNarrow()
  const t = useText(text)
  const full = useFullScreen(frame)
  const line = useLine()
  const deviceName = useDeviceName(props.live, sn_code)
  const to = (screen_id: number, named: string | undefined): Place =>
    named ? { screen_id, sn_code: named } : { screen_id, sn_code, isSameDevice: true }
  return (
    <div className={`viewer${full.isFilling ? ' viewer-full' : ''}`} ref={frame}>
      <div ref={measured} />
      {!isBare && (
        <Bar
          shown={shown}
          zoom={zoom}
          isReplaying={isReplaying}
          isNarrow={isNarrow}
          deviceName={deviceName}
          mayReplay={props.mayReplay && shown !== null}
          canGoBack={props.canGoBack}
          isFull={full.isFull}
          actions={props.actions}
          onScreen={(screen_id) => props.onGo({ screen_id, sn_code })}
          onZoom={props.onZoom}
          onReplay={onReplay}
          onBack={props.onBack}
          onFull={full.toggle}
        />
      )}
      {isNarrow && !isBare && zoom === 'fit' && shown?.screen.variant === 'desktop' && (
        <p className="viewer-small">
          {t.small}
          <Button icon="zoom-in" onPress={() => props.onZoom('fill')}>
            {t.enlarge}
          </Button>
        </p>
      )}
      {props.tools}
      {line && <LineNote line={line} />}
      {props.instead ?? (shown ? <Drawn {...props} shown={shown} to={to} /> : <LoadingState rows={8} />)}
    </div>
  )
}

interface DrawnProps extends ViewerProps {
  shown: ShownScreen
  to: (screen_id: number, named: string | undefined) => Place
}

function Drawn({ shown, sn_code, live, zoom, isBare, isReplaying, to, ...props }: DrawnProps) {
  const { lang } = useElement()
  const t = useText(text)
  const hasKinds = useKinds(shown.document)
  const { arrange } = props
  const read = useMemo(() => (hasKinds ? readDocument(shown.document, KINDS) : null), [shown.document, hasKinds])
  const opened = useMemo(
    () => (read?.document && arrange ? { ...read, document: arrange(read.document) } : read),
    [read, arrange],
  )
  const devices = useMemo(
    () => (isReplaying && opened && !opened.refusal ? [...devicesOf(opened.document, sn_code)].sort() : NONE),
    [isReplaying, opened, sn_code],
  )
  // Requested once: with the devices that it is of.
  const replay = useReplay(isReplaying && opened !== null, live, devices)
  useElementPast(replay !== null)
  const items = useMemo(() => new Set(shown.items), [shown.items])
  useElementState(!opened ? 'loading' : opened.refusal ? 'error' : 'ready')
  if (!opened) return <LoadingState rows={8} />
  if (opened.refusal) return <ErrorState title={t.refused} explanation={problemSentence(opened.refusal, lang)} />
  return (
    <>
      {opened.problems.length > 0 && !isBare && (
        <details className="viewer-problems">
          <summary>{t.broken({ count: opened.problems.length })}</summary>
          <p>{t.drawnAsPlaceholder}</p>
          <ul>
            {opened.problems.slice(0, 50).map((problem) => (
              <li key={problemSentence(problem, lang)}>{problemSentence(problem, lang)}</li>
            ))}
          </ul>
        </details>
      )}
      <ScreenView
        document={opened.document}
        name={shown.screen.screen_name}
        zoom={zoom}
        source={replay?.source ?? live}
        sn_code={sn_code}
        items={items}
        asks={shown.asks}
        videos={shown.videos}
        replayTime={replay?.shownTime ?? null}
        isShared={props.isShared ?? false}
        onSwitch={(screen_id, named) => props.onGo(to(screen_id, named))}
        onPopUp={(screen_id, named) => props.onPopUp(to(screen_id, named))}
        onBack={props.onBack}
        onWriteDone={props.onWriteDone}
        onChoose={props.onChoose ?? null}
        time={props.time ?? null}
      />
      {replay && <ReplayBar {...replay.bar} onClose={() => props.onReplay(false)} />}
    </>
  )
}

const NONE: readonly string[] = []

/** What people call a device; '' while that is not known. */
function useDeviceName(live: PointSource, sn_code: string): string {
  return useSyncExternalStore(
    useCallback(
      (changed) => (sn_code === '' ? () => {} : live.listen(sn_code, (keys) => keys.length === 0 && changed())),
      [live, sn_code],
    ),
    useCallback(() => live.device(sn_code)?.dev_alias ?? '', [live, sn_code]),
  )
}

/** Also of what stands in symbols. */
function devicesOf(document: NonNullable<ReturnType<typeof readDocument>['document']>, sn_code: string): Set<string> {
  const inSymbols = Object.values(document.symbols).flatMap(({ controls }) => controls)
  return devicesIn([...document.controls, ...inSymbols], sn_code)
}
