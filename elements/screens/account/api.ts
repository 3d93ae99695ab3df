import { event, prop } from '../../define/props.ts'
import { SECTIONS, type SectionId } from './sections.ts'

/** What the page of the account shows. */
export interface AccountView {
  section: SectionId
  /** Null once the code was used. */
  'wechat-code': string | null
  'wechat-state': string | null
}

export const api = {
  props: {
    /** Which part is shown. */
    section: prop.choice(SECTIONS, 'personal'),
    /** The page of the console that WeChat leads back to. */
    backPath: prop.string('/account'),
    /** What WeChat led back with: used at once, and once. */
    wechatCode: prop.string(''),
    /** Comes with `wechat-code`. */
    wechatState: prop.string(''),
  },
  events: {
    /** The user chose another part, or the code of WeChat was used: what is null has to leave the address. */
    onViewChange: event<AccountView>(),
    /** The user has closed this account; the connection signs out next. */
    onAccountClosed: event(),
    /** The user wants to go to a page of the console. */
    onNavigate: event<{ path: string }>(),
  },
} as const
