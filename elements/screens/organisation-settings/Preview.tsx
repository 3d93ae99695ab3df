import type { CSSProperties } from 'react'
import { CHART_THEMES } from '../../../core/catalogue/themes.ts'
import { picturePath } from '../../../core/contract/organisation-settings.ts'
import { accentOf, seriesOf, wrongAccent, wrongSeries } from '../../../core/rules/brand-colours.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import type { Draft } from './settings-form.ts'
import { text } from './text.ts'

const pair = ([light, dark]: readonly [string, string]) => `light-dark(${light}, ${dark})`

/** Curves' colours in both themes, as CSS. */
function seriesIn({ palette, own_colours }: Draft): string[] {
  const theme = CHART_THEMES.find(({ id }) => id === palette)
  if (theme) return theme.light.map((light, place) => pair([light, theme.dark[place] as string]))
  return own_colours.map((colour) => (wrongSeries(colour) ? colour : pair(seriesOf(colour))))
}

/** The draft's own looks, for what stands inside. */
function tokensOf({ accent }: Draft): CSSProperties {
  if (accent === null || wrongAccent(accent)) return {}
  return Object.fromEntries(Object.entries(accentOf(accent)).map(([name, both]) => [`--sg-${name}`, pair(both)]))
}

const WAVE = [...Array(10)].map((_, at) => {
  const points = [...Array(13)].map((_, x) => `${x * 20},${(12 + at * 10 + Math.sin(x / 1.5 + at) * 6).toFixed(1)}`)
  return { at, points: points.join(' ') }
})

/** Top bar, sign-in page and a chart as they will look, in both themes. */
export function Preview({ draft }: { draft: Draft }) {
  const t = useText(text)
  const { baseUrl } = useConnection()
  const at = (id: string) => new URL(picturePath(id), baseUrl).href
  const name = draft.product_name.trim() || 'Sightglass'
  const series = seriesIn(draft)
  return (
    <section className="org-preview" aria-label={t.preview} style={tokensOf(draft)}>
      <h2>{t.preview}</h2>
      {(['light', 'dark'] as const).map((theme) => {
        const logo = (theme === 'dark' && draft.logo_dark) || draft.logo
        const brand = (
          <span className="org-brand">
            {logo ? <img src={at(logo)} alt="" /> : <Icon name="gauge" size={20} />}
            <strong>{name}</strong>
          </span>
        )
        return (
          <figure
            key={theme}
            className={`org-sample org-${theme}`}
            aria-label={t.previewOf({ theme: theme === 'light' ? t.previewLight : t.previewDark })}
          >
            <div className="org-bar">
              {brand}
              <span className="org-link">{t.sampleAlarm}</span>
            </div>
            <div
              className="org-page"
              {...(draft.background && { style: { backgroundImage: `url("${at(draft.background)}")` } })}
            >
              <div className="org-card">
                <strong>{t.sampleSignIn}</strong>
                {draft.sign_in_text && <span className="org-quiet">{draft.sign_in_text}</span>}
                <span className="org-input">{t.sampleName}</span>
                <span className="org-button">{t.sampleSignIn}</span>
              </div>
              {draft.footer && <span className="org-footer">{draft.footer}</span>}
            </div>
            <svg
              className="org-chart"
              viewBox="0 0 240 120"
              role="img"
              aria-label={t.sampleChart}
              preserveAspectRatio="none"
            >
              {WAVE.map(({ at: place, points }) => (
                <polyline key={place} points={points} style={{ stroke: series[place] ?? 'currentColor' }} />
              ))}
            </svg>
          </figure>
        )
      })}
    </section>
  )
}
