// What frameworks with server components take in place of ./index.js, by the export condition "react-server": published with 'use client',
// which bundlers without server components would warn about.
// biome-ignore lint/performance/noBarrelFile: it only hands on
export {
  InitialStateProvider,
  useAccount,
  useConnections,
  useModalEvent,
  useNetwork,
  useProvider,
  useWallet,
  useWalletModal,
  useWallets,
} from './index.js'
