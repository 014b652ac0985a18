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
} from './host-hooks.js'
export { InitialStateProvider, type InitialStateProviderProps } from './initial-state.js'
export type { AccountState, NetworkState } from './page-state.js'
export {
  type UseLocale,
  type UseNetworks,
  type UseTheme,
  useLocale,
  useNetworks,
  useTheme,
} from './site-hooks.js'
export { type UseWallets, useWallets } from './use-wallets.js'
