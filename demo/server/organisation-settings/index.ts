export { type Brands, openBrands } from './brands.ts'
