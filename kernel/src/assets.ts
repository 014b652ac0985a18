// Functions that are needed after a wallet is connected. This entry is separate from the main entry because esbuild loads every module of the main
// entry before a click if any plugin uses it later. The functions for amounts, addresses and CAIP ids are in both entries: use this one in code that
// is loaded by `import()`. Their types are in the main entry. The functions of `./discovery` are copied for the same reason.
// biome-ignore lint/performance/noBarrelFile: an entry of the package
export { likeness, plainName } from './discovery.js'
export { groupAddress, shortenAddress } from './domain/account.js'
export { displayAmount, formatAmount, parseAmount } from './domain/amount.js'
export { coinAssetId, FIAT_DECIMALS } from './domain/assets.js'
export {
  isCaipNetworkId,
  parseCaipAccountId,
  parseCaipAssetId,
  parseCaipNetworkId,
} from './domain/caip.js'
export { type Decimal, readDecimal, toBaseUnits } from './domain/decimal.js'
export { accountUrl, transactionUrl } from './domain/explorer.js'
export { historySources } from './domain/history.js'
export { type LinkParts, splitLink } from './domain/link.js'
export { addressEnds, isLookAlike, isSameAddress } from './domain/look-alike.js'
export { createSearch } from './domain/search.js'
export { sendHandlers } from './domain/sending.js'
export { tokenSources } from './domain/token-sources.js'
export { usdValue } from './domain/usd-value.js'
export { repeatWhileSeen } from './while-seen.js'
