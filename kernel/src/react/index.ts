export {
  type UseNetwork,
  type UseWalletModal,
  useAccount,
  useConnections,
  useModalEvent,
  useNetwork,
  useProvider,
  useWallet,
  useWalletModal,
} from './hooks/host-hooks.js'
export { InitialStateProvider, type InitialStateProviderProps } from './hooks/initial-state.js'
export type {
  AbsentAccount,
  AccountState,
  ConnectedAccount,
  NetworkState,
  RestoredAccount,
} from './hooks/page-state.js'
export {
  type UseLocale,
  type UseNetworks,
  type UseTheme,
  useLocale,
  useNetworks,
  useTheme,
} from './hooks/site-hooks.js'
export { type AbsentBalance, type ReadyBalance, type UseBalance, useBalance } from './hooks/use-balance.js'
export { useSignal } from './hooks/use-signal.js'
export { type UseWallets, useWallets } from './hooks/use-wallets.js'
