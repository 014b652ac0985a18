// What frameworks with server components take in place of ./index.js, by the export condition "react-server": published with 'use client',
// which bundlers without server components would warn about.
// biome-ignore lint/performance/noBarrelFile: it only hands on
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
