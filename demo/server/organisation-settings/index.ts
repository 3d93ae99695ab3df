export { brandedMail } from './branded-mail.ts'
export { type Brands, openBrands } from './brands.ts'
export { customPageOf, type MenuTargets } from './menu-rows.ts'
