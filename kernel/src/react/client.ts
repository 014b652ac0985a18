// Replaces ./index.js in frameworks with server components (export condition "react-server"). The published file begins with 'use client';
// ./index.js does not, because bundlers without server components warn about the directive.
// biome-ignore lint/performance/noBarrelFile: it only re-exports
export {
  InitialStateProvider,
  useAccount,
  useBalance,
  useConnections,
  useLocale,
  useModalEvent,
  useNetwork,
  useNetworks,
  useProvider,
  useSignal,
  useTheme,
  useWallet,
  useWalletModal,
  useWallets,
} from './index.js'
