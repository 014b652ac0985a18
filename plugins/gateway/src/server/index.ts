export type {
  AccountChain,
  AccountsOptions,
  ApprovalLocation,
  ApprovalPolicy,
  Mailer,
  SolanaAccountChain,
} from './accounts/account-sources.js'
export type { FarcasterSource } from './accounts/farcaster/farcaster-client.js'
export { accountsRoutes } from './accounts/routes.js'
export {
  type OAuthProvider,
  type OpenIdProvider,
  type RegisteredClient,
  type SocialId,
  type SocialProvider,
  socialIds,
  socialProviders,
} from './accounts/social/social-sources.js'
export { type AnalyticsEvent, type AnalyticsSink, analyticsRoutes } from './analytics.js'
export { createGatewayApp, type GatewayAppOptions } from './app.js'
export { type AccountBalance, type BalanceRequest, type BalanceSource, balanceRoutes } from './balances.js'
export { colorFor, monogram } from './catalogue/monogram.js'
export type { WalletRecord } from './catalogue/query.js'
export { type CataloguePicture, type CatalogueSource, catalogueRoutes } from './catalogue/routes.js'
export {
  type ConvertRequest,
  type ConvertSource,
  type ConvertToken,
  type ConvertTransaction,
  convertRoutes,
} from './convert.js'
export { exactJson } from './exact-json.js'
export {
  type HistoryPage,
  type HistoryRequest,
  type HistorySource,
  type HistoryTransaction,
  type HistoryTransfer,
  historyRoutes,
} from './history.js'
export {
  failed,
  invalid,
  isRequestError,
  limitBody,
  mediaTypeOf,
  parseRequest,
  RequestError,
  type RequestErrorCode,
  readJson,
  refuse,
} from './http.js'
export { type Identity, type IdentitySource, identityRoutes } from './identity.js'
export { createNameRegistry, type NameRegistry, type NameRegistryOptions } from './names/name-registry.js'
export {
  type ProfileRecord,
  type ProfileRegistration,
  type ProfileSource,
  type ProfileSuggestion,
  profileRoutes,
} from './names/profile.js'
export { type CoinbaseOnRampOptions, coinbaseOnRamp } from './onramp/coinbase.js'
export type { CoinbaseKey } from './onramp/coinbase-token.js'
export { type MeldOnRampOptions, meldOnRamp } from './onramp/meld.js'
export { type OnRampRouteOptions, onRampRoutes } from './onramp/routes.js'
export type {
  OnRampAmount,
  OnRampNetwork,
  OnRampPaymentCurrency,
  OnRampPurchase,
  OnRampPurchaseCurrency,
  OnRampPurchaseRequest,
  OnRampQuote,
  OnRampQuoteRequest,
  OnRampSessionRequest,
  OnRampSource,
  OnRampVisitor,
} from './onramp/source.js'
export { type Fungible, type FungiblePriceSource, type PricedAsset, priceRoutes } from './prices.js'
export { type SmtpMailer, type SmtpOptions, smtpMailer } from './process/smtp-mailer.js'
export { type RequestAccount, readAccount, splitCaip10 } from './request-account.js'
export { type RpcSource, rpcError, rpcRoutes } from './rpc.js'
export {
  actionMessage,
  createSessionRegistry,
  type SessionAction,
  type SessionRegistry,
  type SessionRegistryOptions,
  type SignedText,
} from './smart-sessions/session-registry.js'
export {
  revocationMessage,
  type SessionPermission,
  type SessionRevocation,
  type SessionSource,
  type SmartSession,
  sessionRoutes,
} from './smart-sessions/session-routes.js'
export { type BlockscoutOptions, blockscoutSources } from './sources/blockscout.js'
export { type DefillamaOptions, defillamaSource } from './sources/defillama.js'
export { jsonRpcSource } from './sources/json-rpc.js'
export type { SourceOptions } from './sources/service.js'
export { walletsCatalogue } from './sources/wallets.js'
export { clearKeys, memoryStore, type Store, type StoreOptions } from './store.js'
export { type PostgresStoreOptions, postgresStore } from './stores/postgres.js'
export { type RedisStoreOptions, redisStore } from './stores/redis.js'
export { sqliteStore } from './stores/sqlite.js'
export { type SupportedChains, supportedChainsRoutes } from './supported-chains.js'
