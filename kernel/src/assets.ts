// What is held and sent. Apart from the main entry, of which some bundlers load every part with the page: these are needed once a wallet is
// connected. Their types are in the main entry too. What names are looked at with has a copy here: a file shared with the plugins that look for
// wallets would be one more to fetch before the first view is drawn.
// biome-ignore lint/performance/noBarrelFile: an entry of the package
export { likeness, plainName } from './discovery.js'
export { coinAssetId, FIAT_DECIMALS, tokenSources } from './domain/assets.js'
export { type Decimal, readDecimal, toBaseUnits } from './domain/decimal.js'
export { accountUrl, transactionUrl } from './domain/explorer.js'
export { historySources } from './domain/history.js'
export { type LinkParts, splitLink } from './domain/link.js'
export { addressEnds, isLookAlike, isSameAddress } from './domain/look-alike.js'
export { createSearch } from './domain/search.js'
export { sendHandlers } from './domain/sending.js'
export { usdValue } from './domain/usd-value.js'
export { repeatWhileSeen } from './while-seen.js'
