import { useMemo } from 'react'
import type { Network } from '../../domain/network.js'
import type { Theme } from '../../modal/theme.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import { useStore } from './host-store.js'

export interface UseTheme {
  /** Theme tokens that are set. */
  readonly theme: Theme
  /** Changes the given theme tokens. */
  readonly setTheme: WalletModal['setTheme']
}

/**
 * The modal's theme, and a function that changes it: `setTheme('dark')`, `setTheme({ accent: '#3366ff' })`. Tokens that are not passed keep their
 * value.
 */
export function useTheme(modal: WalletModal): UseTheme {
  const theme = useStore(modal.theme, modal.theme.peek())
  return useMemo(() => ({ theme, setTheme: modal.setTheme }), [theme, modal])
}

export interface UseLocale {
  /** A BCP 47 tag. */
  readonly locale: string
  /** Changes the language, given as a BCP 47 tag. */
  readonly setLocale: WalletModal['setLocale']
}

/** The modal's language, and a function that changes it. `en` on a server and during hydration: only the browser knows the visitor's language. */
export function useLocale(modal: WalletModal): UseLocale {
  const locale = useStore(modal.locale, 'en')
  return useMemo(() => ({ locale, setLocale: modal.setLocale }), [locale, modal])
}

export interface UseNetworks {
  /** Networks of the site, of plugins, and those added with `addNetwork`, without duplicates. */
  readonly networks: readonly Network[]
  /** Adds a network. Returns a function that removes it. */
  readonly addNetwork: WalletModal['addNetwork']
}

/** The modal's networks, and a function that adds one at run time. */
export function useNetworks(modal: WalletModal): UseNetworks {
  const networks = useStore(modal.networks, modal.networks.peek())
  return useMemo(() => ({ networks, addNetwork: modal.addNetwork }), [networks, modal])
}
