import { defineElement } from '../../define/index.ts'
import { SignInRulePage } from './SignInRulePage.tsx'
import sheet from './sign-in-rule.css?sheet'

/**
 * `<sg-sign-in-rule>`: what the organisation asks of passwords, and whether a user may be signed in at several places at
 * once. Administrators change it; everybody else reads it.
 */
export const SignInRuleElement = defineElement('sg-sign-in-rule', SignInRulePage, { css: [sheet] })
