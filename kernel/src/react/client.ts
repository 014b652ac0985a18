// Replaces ./index.js in frameworks with server components (export condition "react-server"). Published with 'use client', about which
// bundlers without server components would warn.
// biome-ignore lint/performance/noBarrelFile: it only re-exports
export {
  InitialStateProvider,
  useAccount,
  useConnections,
  useLocale,
  useModalEvent,
  useNetwork,
  useNetworks,
  useProvider,
  useTheme,
  useWallet,
  useWalletModal,
  useWallets,
} from './index.js'
