export { type AllowedHosts, type Brands, openBrands } from './brands.ts'
