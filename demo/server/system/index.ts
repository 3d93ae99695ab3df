export { brokerAddress } from './broker-address.ts'
export { watchOutages } from './outages.ts'
