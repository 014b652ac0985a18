export { type Account, type AccountType, groupAddress, shortenAddress } from './domain/account.js'
export { displayAmount, formatAmount, parseAmount } from './domain/assets/amount.js'
export type {
  AssetToken,
  Balances,
  FoundToken,
  Holdings,
  NftBalance,
  TokenBalance,
  TokenRequest,
  TokenSource,
} from './domain/assets/assets.js'
export type {
  HistoryEntry,
  HistoryPage,
  HistoryRequest,
  HistorySource,
  HistoryTransfer,
} from './domain/assets/history.js'
export { historySources } from './domain/assets/history.js'
export type { PriceRequest, PriceSource, Prices, PricesUsd } from './domain/assets/prices.js'
export { priceSources, prices } from './domain/assets/prices.js'
export type {
  LimitRequest,
  PaymentLink,
  PaymentRequest,
  ReceiverIssue,
  ReceiverReport,
  SendDraft,
  SendHandler,
  SendLimit,
} from './domain/assets/sending.js'
export type { TokenListRequest, TokenListSource, TokenLists } from './domain/assets/token-lists.js'
export { tokenListSources, tokenLists } from './domain/assets/token-lists.js'
export { tokenSources } from './domain/assets/token-sources.js'
export { type AccountId, type AssetId, type ChainId, isCaipNetworkId } from './domain/caip.js'
export { type CaipImages, caipImages } from './domain/caip-images.js'
export type {
  ConnectOutcome,
  Handshake,
  HandshakeRequest,
  NamespaceAdapter,
  NamespaceDriver,
  SwitchOutcome,
  WalletListener,
} from './domain/connections/adapter.js'
export {
  type AccountSession,
  type Authenticator,
  authenticator,
  type SignInProof,
  type SignInRequest,
} from './domain/connections/authenticator.js'
export type { Connected, ConnectionState, SigningConnection } from './domain/connections/connection.js'
export type { Connections, WalletConnection } from './domain/connections/connections.js'
export type { Connector, ConnectorType, ConnectParams, ProviderRequest } from './domain/connections/connector.js'
export { joinOthers } from './domain/connections/join-others.js'
export { createNamespace } from './domain/connections/namespace.js'
export {
  type ApprovedNamespace,
  type NamespaceSession,
  type SessionListener,
  type SessionNamespace,
  type SessionSupport,
  sessionNamespaces,
} from './domain/connections/session-namespace.js'
export type { WalletQuery, WalletSource } from './domain/connections/wallet-source.js'
export { walletSources } from './domain/connections/wallet-source.js'
export {
  accountChanged,
  closed,
  connected,
  connectFailed,
  disconnected,
  networkChanged,
  opened,
  revokeFailed,
  transactionSeen,
  transactionSent,
  transactionSettled,
} from './domain/events.js'
export type { AccountName, AccountNameRequest, NameSource, ResolveNameRequest } from './domain/names.js'
export { nameSources } from './domain/names.js'
export type { AddressOf, NamespaceTypes, ProviderOf } from './domain/namespace-types.js'
export type { Currency, Network } from './domain/network.js'
export {
  type TrackedEvent,
  type TrackedProperties,
  tracked,
  transactionNotSent,
  type UnsentTransaction,
} from './domain/reports.js'
export {
  type AccountAction,
  type AccountTab,
  accountActions,
  accountTabs,
  balances,
  type ConnectGate,
  type ConnectMethod,
  closeGuards,
  connectGates,
  connectMethods,
  connectors,
  type Endpoint,
  endpoints,
  namespace,
  namespaces,
  networks,
  type OpeningView,
  openingViews,
  type PersistentElement,
  persistentElements,
  transactions,
} from './domain/slots.js'
export { type ErrorCode, isWalletModalError, messageOf, WalletModalError } from './errors/errors.js'
export type { Logger, LogLevel } from './errors/log.js'
export { lazyOnce } from './lazy-once.js'
export type { WalletModalConfig } from './modal/config.js'
export { warnDeprecated } from './modal/deprecation.js'
export { createWalletModal } from './modal/modal.js'
export type { Route, Router } from './modal/router.js'
export type { Site, SiteMetadata, ThemeMode } from './modal/site.js'
export type { Theme, ThemeTokens } from './modal/theme.js'
export type { Toasts, ToastText } from './modal/toasts.js'
export type { OpenOptions, WalletModal } from './modal/wallet-modal.js'
export type { WindowTarget } from './page/open-window.js'
export type { PluginStorage } from './page/storage.js'
export {
  defineOptions,
  flag,
  listOf,
  type OptionShape,
  type OptionsOfSchema,
  oneOf,
  recordOf,
  text,
  textLike,
} from './plugins/options.js'
export {
  type Context,
  definePlugin,
  type HeaderStart,
  lazyView,
  type OptionsOf,
  type OutputOf,
  type Permissions,
  type Plugin,
  type PluginInstance,
  type PluginSpec,
  type PluginUi,
  type ViewContext,
  type ViewHeader,
  type ViewProps,
  type ViewRegistration,
  viewOf,
} from './plugins/plugin.js'
export { readWith, type StandardSchema } from './plugins/schema.js'
export {
  type Capability,
  capability,
  type EventToken,
  event,
  type Payload,
  type PlainView,
  type Slot,
  slot,
  type Token,
  type View,
  view,
} from './plugins/token.js'
export { batch, computed, effect, type ReadonlySignal, type Signal, signal, untracked } from './signals.js'
export type { LanguageOf, Languages, Locale, StringOverrides, Strings, Translate } from './texts/i18n.js'
export type {
  Action,
  ActionFact,
  ApprovalAction,
  AssetAmount,
  AssetRisk,
  CallGroupAction,
  CustomAction,
  ExpectedAction,
  PaymentNote,
  SwapAction,
  TransferAction,
  UnknownAction,
} from './transactions/actions.js'
export type {
  BuiltTransaction,
  DriverOutcome,
  TracedStatus,
  TransactionDriver,
  UndecodedCall,
} from './transactions/driver.js'
export type {
  DisplayedTransaction,
  FlowNotice,
  FlowState,
  TransactionPlan,
} from './transactions/flow/flow-state.js'
export type {
  SentTransaction,
  SentTransfer,
  Submission,
  TokenAmount,
  TransactionSummary,
} from './transactions/sent-transaction.js'
export type { Order, OrderList, OrderProgress, OrderStatus } from './transactions/tracking/orders.js'
export type {
  DecodeContext,
  FeeSpeed,
  FinalStatus,
  PreparedTransaction,
  SubmitOutcome,
  TransactionDecoder,
  TransactionExtra,
  TransactionPolicy,
  TransactionRequest,
  TransactionReview,
  TransactionStatus,
  Transactions,
} from './transactions/transactions.js'
export type { Api, ReadOptions, RequestOptions, RpcApi, RpcOptions, ServiceApi, WriteOptions } from './transport/api.js'
export { serviceAvailable } from './transport/service-available.js'
