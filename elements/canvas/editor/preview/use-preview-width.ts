import { useKeptChoice } from '../../../kit/use-kept-choice.ts'

export const PREVIEW_WIDTHS = ['desktop', 'tablet', 'phone'] as const
export type PreviewWidth = (typeof PREVIEW_WIDTHS)[number]

/** The page that a dashboard is previewed for. */
export const usePreviewWidth = () => useKeptChoice<PreviewWidth>('dashboard-preview', PREVIEW_WIDTHS, 'desktop')
