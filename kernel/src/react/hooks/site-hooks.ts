import { useMemo } from 'react'
import type { Network } from '../../domain/network.js'
import type { Theme } from '../../modal/theme.js'
import type { WalletModal } from '../../modal/wallet-modal.js'
import { useStore } from './host-store.js'

export interface UseTheme {
  /** Theme tokens that the site has set. */
  readonly theme: Theme
  /** Changes the given theme tokens. */
  readonly setTheme: WalletModal['setTheme']
}

/**
 * Theme of the modal, and a function that changes it: `setTheme('dark')`, `setTheme({ accent: '#3366ff' })`. The other tokens keep their values.
 */
export function useTheme(modal: WalletModal): UseTheme {
  const theme = useStore(modal.theme, modal.theme.peek())
  return useMemo(() => ({ theme, setTheme: modal.setTheme }), [theme, modal])
}

export interface UseLocale {
  /** Language, as a BCP 47 tag. */
  readonly locale: string
  /** Changes the language, given as a BCP 47 tag. */
  readonly setLocale: WalletModal['setLocale']
}

/**
 * Language of the modal, and a function that changes it. On a server and during hydration, the language is `en`, because only the browser knows the
 * language of the visitor.
 */
export function useLocale(modal: WalletModal): UseLocale {
  const locale = useStore(modal.locale, 'en')
  return useMemo(() => ({ locale, setLocale: modal.setLocale }), [locale, modal])
}

export interface UseNetworks {
  /** Networks of the site, networks of plugins, and networks added with `addNetwork`, without duplicates. */
  readonly networks: readonly Network[]
  /** Adds a network. Returns a function that removes it. */
  readonly addNetwork: WalletModal['addNetwork']
}

/** Networks of the modal, and a function that adds a network. */
export function useNetworks(modal: WalletModal): UseNetworks {
  const networks = useStore(modal.networks, modal.networks.peek())
  return useMemo(() => ({ networks, addNetwork: modal.addNetwork }), [networks, modal])
}
