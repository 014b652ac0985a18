// Functions that a page needs only after a wallet is connected. Code that is loaded by `import()` imports these functions from here, even if the main
// entry exports them too. With an import from the main entry, esbuild would include them in the code that a page loads before a click.
// biome-ignore lint/performance/noBarrelFile: an entry of the package
export { likeness, plainName } from './discovery.js'
export { shortenAddress } from './domain/account.js'
export { displayAmount, formatAmount, parseAmount } from './domain/assets/amount.js'
export { coinAssetId, FIAT_DECIMALS } from './domain/assets/assets.js'
export { type Decimal, readDecimal, toBaseUnits } from './domain/assets/decimal.js'
export { groupDigits } from './domain/assets/group-digits.js'
export { historySources } from './domain/assets/history.js'
export { sendHandlers } from './domain/assets/sending.js'
export { tokenSources } from './domain/assets/token-sources.js'
export { usdValue } from './domain/assets/usd-value.js'
export { isCaipNetworkId, parseCaipAccountId, parseCaipAssetId } from './domain/caip.js'
export { accountUrl, transactionUrl } from './domain/explorer.js'
export { type ParsedLink, splitLink } from './domain/link.js'
export { addressEnds, isLookAlike, isSameAddress } from './domain/look-alike.js'
export { createSearch } from './domain/search.js'
export { pollWhileVisible } from './page/poll-while-visible.js'
