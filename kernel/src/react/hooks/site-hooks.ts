import { useMemo } from 'react'
import type { Network } from '../../domain/network.js'
import type { WalletModal } from '../../modal/modal.js'
import type { Theme } from '../../modal/theme.js'
import { useStore } from './host-store.js'

export interface UseTheme {
  readonly theme: Theme
  readonly setTheme: WalletModal['setTheme']
}

/** How the modal looks, and the way to change it: `setTheme('dark')`, `setTheme({ accent: '#3366ff' })`. What is left out stays. */
export function useTheme(modal: WalletModal): UseTheme {
  const theme = useStore(modal.theme, modal.theme.peek())
  return useMemo(() => ({ theme, setTheme: modal.setTheme }), [theme, modal])
}

export interface UseLocale {
  /** A BCP 47 tag. */
  readonly locale: string
  readonly setLocale: WalletModal['setLocale']
}

/** The modal's language. On a server and while hydrating it is `en`: only the browser knows the visitor's. */
export function useLocale(modal: WalletModal): UseLocale {
  const locale = useStore(modal.locale, 'en')
  return useMemo(() => ({ locale, setLocale: modal.setLocale }), [locale, modal])
}

export interface UseNetworks {
  /** The site's own, those that plugins bring, and those that were added, each once. */
  readonly networks: readonly Network[]
  /** Returns a function that takes it out again. */
  readonly addNetwork: WalletModal['addNetwork']
}

/** The networks of the site, and the way to add one while the page runs. */
export function useNetworks(modal: WalletModal): UseNetworks {
  const networks = useStore(modal.networks, modal.networks.peek())
  return useMemo(() => ({ networks, addNetwork: modal.addNetwork }), [networks, modal])
}
