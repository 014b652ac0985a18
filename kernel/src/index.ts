export type { Api, ReadOptions, RequestOptions, RpcApi, RpcOptions, ServiceApi } from './api.js'
export type { WalletModalConfig } from './config.js'
export { warnDeprecated } from './deprecation.js'
export { type Account, type AccountType, groupAddress, shortenAddress } from './domain/account.js'
export type {
  ConnectOutcome,
  Handshake,
  HandshakeRequest,
  NamespaceAdapter,
  NamespaceDriver,
  SwitchOutcome,
  WalletListener,
} from './domain/adapter.js'
export { displayAmount, formatAmount, parseAmount } from './domain/amount.js'
export type {
  AssetToken,
  Balances,
  FoundToken,
  Holdings,
  NftBalance,
  TokenBalance,
  TokenRequest,
  TokenSource,
} from './domain/assets.js'
export {
  type AccountSession,
  type Authenticator,
  authenticator,
  type SignInProof,
  type SignInRequest,
} from './domain/authenticator.js'
export {
  type AccountId,
  type AssetId,
  type ChainId,
  isCaipNetworkId,
  parseCaipAccountId,
  parseCaipAssetId,
  parseCaipNetworkId,
} from './domain/caip.js'
export type { Connected, ConnectionState } from './domain/connection.js'
export type { ActiveConnection, Connections } from './domain/connections.js'
export type { Connector, ConnectorType, ProviderRequest } from './domain/connector.js'
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
export type {
  HistoryEntry,
  HistoryPage,
  HistoryRequest,
  HistorySource,
  HistoryTransfer,
} from './domain/history.js'
export { historySources } from './domain/history.js'
export { joinOthers } from './domain/join-others.js'
export type { AccountName, AccountNameRequest, NameSource, ResolveNameRequest } from './domain/names.js'
export { nameSources } from './domain/names.js'
export { createNamespace } from './domain/namespace.js'
export type { Currency, Network } from './domain/network.js'
export type { PriceRequest, PriceSource, Prices, PricesUsd } from './domain/prices.js'
export { priceSources, prices } from './domain/prices.js'
export type {
  PaymentLink,
  PaymentRequest,
  ReceiverFinding,
  ReceiverReport,
  SendDraft,
  SendHandler,
  SendLimit,
} from './domain/sending.js'
export {
  type ApprovedNamespace,
  type NamespaceSession,
  type SessionListener,
  type SessionNamespace,
  type SessionSupport,
  sessionNamespaces,
} from './domain/session-namespace.js'
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
export type { TokenListRequest, TokenListSource, TokenLists } from './domain/token-lists.js'
export { tokenListSources, tokenLists } from './domain/token-lists.js'
export { tokenSources } from './domain/token-sources.js'
export type { WalletQuery, WalletSource } from './domain/wallet-source.js'
export { walletSources } from './domain/wallet-source.js'
export { type ErrorCode, isWalletModalError, messageOf, WalletModalError } from './errors.js'
export type { Locale, StringOverrides, Strings, Translate } from './i18n.js'
export type { Logger, LogLevel } from './log.js'
export { createWalletModal, type OpenOptions, type WalletModal } from './modal.js'
export type { WindowTarget } from './open-window.js'
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
} from './options.js'
export {
  type Context,
  definePlugin,
  type HeaderStart,
  inlineUi,
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
} from './plugin.js'
export type { Route, Router } from './router.js'
export { readWith, type StandardSchema } from './schema.js'
export { batch, computed, effect, type ReadonlySignal, type Signal, signal, untracked } from './signals.js'
export type { Site, SiteMetadata, ThemeMode } from './site.js'
export type { PluginStorage } from './storage.js'
export type { Theme, ThemeTokens } from './theme.js'
export type { Toasts } from './toasts.js'
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
} from './token.js'
export type {
  Action,
  ActionFact,
  ApprovalAction,
  AssetAmount,
  CustomAction,
  ExpectedAction,
  PaymentNote,
  SwapAction,
  TransferAction,
  UnknownAction,
} from './transactions/actions.js'
export type { BuiltTransaction, DriverOutcome, TransactionDriver, UndecodedCall } from './transactions/driver.js'
export type {
  DisplayedTransaction,
  FlowNotice,
  FlowState,
  TransactionPlan,
} from './transactions/flow.js'
export type { Order, OrderList, OrderProgress, OrderStatus } from './transactions/orders.js'
export type {
  SentTransaction,
  SentTransfer,
  Submission,
  TokenAmount,
  TransactionSummary,
} from './transactions/sent-transaction.js'
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
