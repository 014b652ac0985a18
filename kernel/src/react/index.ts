export {
  type UseNetwork,
  type UseWalletModal,
  useAccount,
  useConnections,
  useNetwork,
  useProvider,
  useWalletModal,
} from './host-hooks.js'
export type { AccountState, NetworkState } from './page-state.js'
